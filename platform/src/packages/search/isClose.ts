/** Whether one letter is inserted, deleted, or replaced, or two adjacent ones are swapped. */
export function isClose(one: string, other: string): boolean {
  let begin = 0;
  while (begin < one.length && one[begin] === other[begin]) begin++;
  let [oneEnd, otherEnd] = [one.length, other.length];
  while (oneEnd > begin && otherEnd > begin && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd--;
    otherEnd--;
  }
  const [left, right] = [one.slice(begin, oneEnd), other.slice(begin, otherEnd)];
  if (left.length < 2 && right.length < 2) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
