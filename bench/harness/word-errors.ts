const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const spelled = (digits: string): string => {
  const value = Number(digits)
  if (value < 20) return ones[value] ?? digits
  if (value < 100) return `${tens[Math.floor(value / 10)]} ${value % 10 === 0 ? '' : ones[value % 10]}`
  return [...digits].map((digit) => ones[Number(digit)]).join(' ')
}

/** Lower-case words without punctuation, numbers as words: a recogniser may write either. */
export const spokenWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => ` ${spelled(digits)} `)
    .replaceAll('’', "'")
    .split(/[^a-z']+/)
    .map((word) => word.replaceAll("'", ''))
    .filter((word) => word !== '')

/** Words to insert, delete or replace for each word that was said. */
export function wordErrorRate(said: readonly string[], heard: readonly string[]): number {
  let row = Uint32Array.from({ length: heard.length + 1 }, (_, at) => at)
  for (const [at, word] of said.entries()) {
    const next = new Uint32Array(row.length)
    next[0] = at + 1
    for (let column = 1; column < row.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (heard[column - 1] === word ? 0 : 1)
      next[column] = Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1)
    }
    row = next
  }
  return (row.at(-1) ?? 0) / said.length
}
