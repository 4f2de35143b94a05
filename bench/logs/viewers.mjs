// Opens live logs in a process of its own, as browsers do, and discards the lines. Arguments: the
// URL, the number of viewers. Prints the received bytes once a second.
import { get } from 'node:http';
import { authorization } from '../harness/lading.mjs';

const [, , url, count] = process.argv;
let bytes = 0;
for (let viewer = 0; viewer < Number(count); viewer += 1) {
  get(url, { headers: { authorization } }, (answer) => {
    if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}`);
    answer.on('data', (part) => {
      bytes += part.length;
    });
  });
}
setInterval(() => {
  console.log(bytes);
  bytes = 0;
}, 1000);
