import type { Sent, SentSpan } from './TestCollector.ts';

type Field = { number: number; bytes: Buffer; value: bigint };
type Link = NonNullable<SentSpan['links']>[number];

/** Decodes an export request of OTLP in Protocol Buffers, by the numbers of its schema. */
export function decodeProtobuf(message: Buffer): Sent {
  return { resourceSpans: all(message, 1).map(resourceSpansOf) };
}

function resourceSpansOf(message: Buffer): Sent['resourceSpans'][number] {
  const [resource = Buffer.alloc(0)] = all(message, 1);
  return {
    resource: { attributes: all(resource, 1).map(attributeOf) },
    scopeSpans: all(message, 2).map((scope) => ({ spans: all(scope, 2).map(spanOf) })),
  };
}

function spanOf(message: Buffer): SentSpan {
  const parent = one(message, 4);
  const status = one(message, 15);
  const code = status && fieldsOf(status).find(({ number }) => number === 3)?.value;
  return {
    traceId: one(message, 1)?.toString('hex') ?? '',
    spanId: one(message, 2)?.toString('hex') ?? '',
    ...(parent && parent.length > 0 ? { parentSpanId: parent.toString('hex') } : {}),
    name: one(message, 5)?.toString() ?? '',
    kind: Number(fieldsOf(message).find(({ number }) => number === 6)?.value ?? 0),
    status: code === undefined ? {} : { code: Number(code) },
    attributes: all(message, 9).map(attributeOf),
    links: all(message, 13).map(
      (link): Link => ({
        traceId: one(link, 1)?.toString('hex') ?? '',
        spanId: one(link, 2)?.toString('hex') ?? '',
      }),
    ),
  };
}

function attributeOf(message: Buffer): SentSpan['attributes'][number] {
  const [field] = fieldsOf(one(message, 2) ?? Buffer.alloc(0));
  const value =
    field?.number === 1
      ? { stringValue: field.bytes.toString() }
      : field?.number === 4
        ? { doubleValue: field.bytes.readDoubleLE() }
        : { intValue: Number(field?.value ?? 0) };
  return { key: one(message, 1)?.toString() ?? '', value };
}

const all = (message: Buffer, wanted: number) =>
  fieldsOf(message).flatMap(({ number, bytes }) => (number === wanted ? [bytes] : []));
const one = (message: Buffer, wanted: number) => all(message, wanted)[0];

function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const [number, type] = [tag >> 3, tag & 7];
    if (type === 0) {
      fields.push({ number, bytes: Buffer.alloc(0), value: varint() });
      continue;
    }
    const size = type === 2 ? Number(varint()) : type === 1 ? 8 : type === 5 ? 4 : Number.NaN;
    if (!(at + size <= message.length)) throw new Error(`Invalid field ${number} of wire type ${type}`);
    fields.push({ number, bytes: message.subarray(at, at + size), value: 0n });
    at += size;
  }
  return fields;
}
