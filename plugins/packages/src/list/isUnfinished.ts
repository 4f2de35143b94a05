/** Whether the text ends within a condition or a quotation, which the platform would reject. */
export function isUnfinished(typed: string): boolean {
  return (
    (typed.split('"').length - 1) % 2 === 1 || /(?:^|\s)-?[a-z]+(?::(?:\S*[<>=])?|[<>]=?|=)$/i.test(typed)
  );
}
