// A worker with several clients that send requests, each over its own connection, and time every
// response.
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks for `seconds`, or `asks` times; each address says in `?question=` which of the questions it
 * is.
 */
const {
  url,
  authorization,
  clients,
  questions,
  seconds = Number.POSITIVE_INFINITY,
  asks,
  pause,
} = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const times = Object.fromEntries(questions.map(({ kind }) => [kind, []]));
const capped = Object.fromEntries(questions.map(({ kind }) => [kind, 0]));
const until = performance.now() + seconds * 1000;
let left = asks ?? Number.POSITIVE_INFINITY;

await Promise.all(Array.from({ length: clients }, (_, client) => read(client)));
parentPort.postMessage({ times, capped });

async function read(client) {
  for (let asked = client; performance.now() < until && left-- > 0; asked += 1) {
    const index = asked % questions.length;
    const { kind, bodies } = questions[index];
    // Where every answer counts, each body comes as often as any other, and never the same text
    // twice.
    const body =
      asks === undefined
        ? bodies[Math.floor(Math.random() * bodies.length)]
        : anew(bodies[asked % bodies.length]);
    const started = performance.now();
    const answer = await ask(body, index);
    times[kind].push(performance.now() - started);
    // The text is looked at without being parsed: the reader shares the machine with the server.
    if (answer.includes('"errors"')) throw new Error(`${kind}: ${answer.slice(0, 500)}`);
    if (answer.includes('"capped":true')) capped[kind] += 1;
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * Returns the same query with a different text, because the server caches responses for a moment.
 */
function anew(body) {
  return body.replace('"variables":{', `"variables":{"turn":${left},`);
}

/**
 * Sends a GET request for a path, and a POST request for a path and a body, separated by a space;
 * posts anything else as a query.
 */
function ask(asked, question) {
  const [, path, posted] = /^(\/\S+)(?: (.+))?$/s.exec(asked) ?? [];
  const isPath = path !== undefined && posted === undefined;
  const body = posted ?? asked;
  const address = new URL(path ?? url, url);
  address.search += `${address.search === '' ? '' : '&'}question=${question}`;
  const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      {
        agent,
        method: isPath ? 'GET' : 'POST',
        headers: { authorization, ...(isPath ? {} : type) },
      },
      async (response) => {
        const chunks = [];
        for await (const chunk of response) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${response.statusCode} ${text.slice(0, 500)}`));
      },
    );
    sent.once('error', reject);
    sent.end(isPath ? undefined : body);
  });
}
