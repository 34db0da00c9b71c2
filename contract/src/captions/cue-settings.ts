const percent = '(?:100|\\d{1,2})(?:\\.\\d{1,3})?%'

/** The settings that are kept, each with its valid values. Regions and vertical text are not. */
const settings: Record<string, RegExp> = {
  line: new RegExp(`^(?:-?\\d{1,3}|${percent})(?:,(?:start|center|end))?$`),
  position: new RegExp(`^${percent}(?:,(?:line-left|center|line-right))?$`),
  align: /^(?:start|center|end|left|right)$/,
  size: new RegExp(`^${percent}$`),
}

/** The valid settings of a cue, each once and in one order. */
export function cleanSettings(text: string): string {
  const found = new Map<string, string>()
  for (const word of text.trim().split(/\s+/)) {
    const [, name = '', value = ''] = /^([a-z]+)[:=](.+)$/.exec(word) ?? []
    // An earlier draft of the format had 'middle'.
    const valid = value.replace(/^middle$/, 'center').replace(',middle', ',center')
    if (settings[name]?.test(valid)) found.set(name, valid)
  }
  return Object.keys(settings)
    .flatMap((name) => (found.has(name) ? [`${name}:${found.get(name)}`] : []))
    .join(' ')
}

const lines = ['', 'line:50%', 'line:0']
const alignments = ['align:left', '', 'align:right']

/** The settings of a place like {\an8} of SubRip: a number as on a keypad, 2 is the usual one. */
export const settingsOfPlace = (place: number): string =>
  [lines[Math.floor((place - 1) / 3)], alignments[(place - 1) % 3]].filter(Boolean).join(' ')
