/** Ids of Moonshine end here; those above the vocabulary are never part of a text. */
const idCount = 32_768
/** Unknown, start and end. */
const controlCount = 3

/** The vocabulary of Moonshine as the recogniser reads it: in each line the bytes of a token in base64, and its id. */
export function tokenLines(vocabulary: readonly string[]): string {
  const lines = Array.from(
    { length: idCount },
    (_, id) => `${id < controlCount ? '' : bytesOf(vocabulary[id] ?? '').toString('base64')} ${id}`,
  )
  return `${lines.join('\n')}\n`
}

/** A token such as <0x0A> stands for a byte. */
const bytesOf = (token: string): Buffer => {
  const byte = /^<0x([0-9A-F]{2})>$/.exec(token)?.[1]
  return byte === undefined ? Buffer.from(token) : Buffer.from(byte, 'hex')
}
