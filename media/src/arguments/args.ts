type Value = string | number | readonly string[]

/**
 * A command line as a list of arguments: args`-crf ${23} -map [${label}] ${more}`. Blanks of the template separate arguments; a value is
 * never split, whatever is in it, and a list stands for its items.
 */
export function args(template: TemplateStringsArray, ...values: readonly Value[]): string[] {
  const list: string[] = []
  let word: string | undefined
  const endWord = (): void => {
    if (word !== undefined) list.push(word)
    word = undefined
  }
  template.forEach((text, at) => {
    text.split(/\s+/).forEach((part, place) => {
      if (place > 0) endWord()
      if (part !== '') word = (word ?? '') + part
    })
    const value = values[at]
    if (value === undefined) return
    if (typeof value === 'object') {
      endWord()
      list.push(...value)
    } else word = `${word ?? ''}${value}`
  })
  endWord()
  return list
}
