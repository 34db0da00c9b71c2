/** What the database does not take in JSON: the character 0 and halves of surrogate pairs. */
const unstorable = /\0|\p{Surrogate}/gu

export const storableText = (text: string): string => text.replaceAll(unstorable, '\ufffd')

/** The same for each text of a value. */
export const storable = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? storableText(each) : each)))
