/**
 * Parts of ffmpeg filter graphs. The pictures are drawn with geq, which computes every pixel by an expression and is slow, so
 * what does not change is drawn once as a still and then moved, and what changes is drawn small and scaled up. Only filters
 * that ffmpeg 5, 6 and 7 all have are used, and no random(): it is seeded per thread, so the picture would differ by machine.
 */
export const frame = { width: 1280, height: 720, rate: 24 }
export const seconds = 7

interface Area {
  width: number
  height: number
}

interface Colours {
  r: string
  g: string
  b: string
  a?: string
}

/** One picture drawn pixel by pixel; overlays repeat it for as long as it is needed. */
export const still = ({ width, height }: Area, { r, g, b, a = '255' }: Colours): string =>
  `color=s=${width}x${height}:r=${frame.rate}:d=1,trim=end_frame=1,format=gbrap,geq=r='${r}':g='${g}':b='${b}':a='${a}'`

/** A still drawn at half the size and scaled up: a quarter of the work, for things near or soft. */
export const softStill = (area: Area, colours: Colours): string => `${still(area, colours)},scale=iw*2:ih*2:flags=bicubic`

/** A still in shades of grey for the whole clip: a map of where something is. */
export const map = (shade: string): string =>
  `color=s=${frame.width}x${frame.height}:r=${frame.rate}:d=1,trim=end_frame=1,format=gray,geq=lum='${shade}',format=gbrp,${forTheWholeClip}`

const forTheWholeClip = `loop=-1:1:0,trim=duration=${seconds},setpts=N/${frame.rate}/TB`

/** A still as the ground that all else is laid upon: opaque, of full size, for the whole clip. */
export const ground = (area: Area, colours: Colours): string =>
  `${still(area, colours)},format=gbrp,scale=${frame.width}:${frame.height}:flags=bicubic,${forTheWholeClip}`

/** What every small moving picture goes through: the times in between are blended, and it is scaled up. */
const smoothly = `framerate=fps=${frame.rate}:interp_start=0:interp_end=255:scene=100,scale=${frame.width}:${frame.height}:flags=bicubic,format=gbrp,trim=duration=${seconds}`

/** A small moving picture in shades of grey, drawn a few times a second. */
export const motion = ({ width, height }: Area, shade: string, fps: number): string =>
  `color=s=${width}x${height}:r=${fps}:d=${seconds + 1},format=gray,geq=lum='${shade}',${smoothly}`

/** The same in colour. */
export const colourMotion = ({ width, height }: Area, { r, g, b }: Colours, fps: number): string =>
  `color=s=${width}x${height}:r=${fps}:d=${seconds + 1},format=gbrp,geq=r='${r}':g='${g}':b='${b}',${smoothly}`

/** Colours a grey picture: each of the three is an expression of `val`. */
export const tint = (r: string, g: string, b: string): string => `lutrgb=r='${r}':g='${g}':b='${b}'`

/** Lays pictures upon the ground one after the other. Positions may depend on the time `t`. */
export function stack(base: string, layers: readonly { source: string; x?: string; y?: string; enable?: string }[]): string {
  const sources = layers.map(({ source }, index) => `${source}[l${index}]`)
  const steps = layers.map(({ x = '0', y = '0', enable }, index) => {
    const from = index === 0 ? 'base' : `s${index - 1}`
    const when = enable ? `:enable='${enable}'` : ''
    return `[${from}][l${index}]overlay=x='${x}':y='${y}':format=gbrp${when}[s${index}]`
  })
  return [`${base}[base]`, ...sources, ...steps].join(';').replace(/\[s\d+\]$/, '')
}

/** Between 0 and 1, the same for the same two numbers, and like nothing else around it. */
export const hash = (a: string | number, b: string | number = 0): string => `mod(abs(sin((${a})*12.9898+(${b})*78.233))*4375.5453,1)`

/** Goes up and down between 0 and 1 in straight lines: the edge of a mountain. */
export const zigzag = (x: string, period: number, phase = 0): string => `abs(mod((${x})/${period}+${phase},2)-1)`

/** From one number at the start to another at the end, as `share` goes from 0 to 1. */
export const between = (from: number, to: number, share: string): string => `(${from}+${to - from}*clip(${share},0,1))`

/** The three channels between two colours written as 0xRRGGBB. */
export function shade(from: number, to: number, share: string): Pick<Colours, 'r' | 'g' | 'b'> {
  const channel = (shift: number) => between((from >> shift) & 255, (to >> shift) & 255, share)
  return { r: channel(16), g: channel(8), b: channel(0) }
}

/** A soft spot of light: 1 in the middle, fading over the radius. */
export const glow = (x: number, y: number, radius: number): string => `exp(-(pow((X-${x})/${radius},2)+pow((Y-${y})/${radius},2)))`

/** Opaque where the distance is negative, with an edge as soft as one pixel. */
export const inside = (distance: string, softness = 1): string => `255*clip(0.5-(${distance})/${softness},0,1)`

/** Where a pixel is in its cell of a grid, and which cell it is: one thing per cell makes many things for the price of one. */
export const cells = (width: number, height: number) => ({
  column: `floor(X/${width})`,
  row: `floor(Y/${height})`,
  x: `mod(X,${width})`,
  y: `mod(Y,${height})`,
})

/** Small points of light, most of them faint. */
export function stars(width: number, height: number): string {
  const { column, row, x, y } = cells(26, 26)
  const distance = `hypot(${x}-4-18*${hash(column, row)},${y}-4-18*${hash(row, column)})`
  return still({ width, height }, { r: '255', g: '255', b: '255', a: `255*pow(${hash(`${column}+7`, row)},3)*clip(1.8-${distance},0,1)` })
}
