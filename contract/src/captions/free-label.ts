/** 'German', then 'German 2' and so on. */
export function freeLabel(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const label = number === 1 ? name : `${name} ${number}`
    if (!taken.includes(label)) return label
  }
}
