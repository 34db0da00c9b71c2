/** What the address of an embedded player says about how it looks and starts. */
export interface EmbedOptions {
  /** Of the seek bar; undefined for the usual one. */
  color: string | undefined
  startsByItself: boolean
  startsMuted: boolean
  loops: boolean
  /** The language of captions that are shown, null for none; undefined for what the viewer has chosen before. */
  captions: string | null | undefined
  hasControls: boolean
}

const isOn = (value: string | null): boolean => value !== null && ['', '1', 'true', 'yes', 'on'].includes(value.toLowerCase())
const isOff = (value: string | null): boolean => value !== null && ['0', 'false', 'no', 'off'].includes(value.toLowerCase())

export function readEmbedOptions(query: URLSearchParams): EmbedOptions {
  const captions = query.get('captions')
  return {
    color: shownColor(query.get('color')),
    startsByItself: isOn(query.get('autoplay')),
    startsMuted: isOn(query.get('muted')),
    loops: isOn(query.get('loop')),
    captions: isOff(captions) ? null : captions && /^[\w-]{2,35}$/.test(captions) ? captions : undefined,
    hasControls: !isOff(query.get('controls')),
  }
}

type Rgb = readonly [number, number, number]

/** The relative luminance of the stage, and the contrast that WCAG asks for controls. */
const stageLuminance = 0.008
const minContrast = 3

const luminanceOf = (color: Rgb): number => {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

const contrastOf = (color: Rgb): number => (luminanceOf(color) + 0.05) / (stageLuminance + 0.05)

const lighter = ([red, green, blue]: Rgb): Rgb => [red + (255 - red) * 0.1, green + (255 - green) * 0.1, blue + (255 - blue) * 0.1]

/** A colour like `ff6600` or `#f60`, made lighter where it would not be seen on the dark player. */
export function shownColor(text: string | null): string | undefined {
  const [, hex = ''] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text ?? '') ?? []
  if (hex === '') return undefined
  const digits = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
  let color: Rgb = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb
  while (contrastOf(color) < minContrast) color = lighter(color)
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
