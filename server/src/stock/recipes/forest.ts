import { between, cells, glow, ground, hash, inside, shade, softStill, stack, still } from './drawing.ts'

const mistySky = ground(
  { width: 320, height: 180 },
  {
    r: `${between(120, 226, 'Y/130')}+60*${glow(110, 60, 70)}`,
    g: `${between(178, 232, 'Y/130')}+30*${glow(110, 60, 80)}`,
    b: between(176, 196, 'Y/130'),
  },
)

/** Firs, one to a cell, of different height, with tiers of branches. */
function firs(draw: typeof still, width: number, height: number, spread: number, from: number, to: number, seed: number): string {
  const { column, x } = cells(spread, height)
  const top = 'ld(0)'
  const tier = height * 0.085
  const aside = `abs(${x}-${spread / 2}-${spread * 0.16}*(${hash(column, seed)}-0.5))`
  const branches = `(Y-${top})*${(spread * 0.75) / height}*(0.62+0.38*mod((Y-${top})/${tier},1))`
  const floor = `(${height * 0.78}+8*sin(X/37))-Y`
  const grown = `st(0,${height * 0.45}*${hash(`${column}+${seed}`, 2)})`
  const tree = `${grown};gt(Y,${top})*${inside(`min(${aside}-${branches},${floor})`, 1.5)}`
  return draw({ width, height }, { ...shade(from, to, `Y/${height * 0.95}`), a: tree })
}

/** Points of light that float upwards. */
function motes(width: number, height: number, size: number, seed: number): string {
  const { column, row, x, y } = cells(size, size)
  const distance = `hypot(${x}-${size * 0.2}-${size * 0.6}*${hash(`${column}+${seed}`, row)},${y}-${size * 0.2}-${size * 0.6}*${hash(row, `${column}+${seed}`)})`
  return softStill(
    { width, height },
    { r: '255', g: '250', b: '190', a: `gt(${hash(`${column}+${seed}`, `${row}+4`)},0.55)*230*exp(-pow(${distance}/${size * 0.05},2))` },
  )
}

/** Rows of firs pass in the morning mist. */
export const mistyForest = stack(mistySky, [
  { source: firs(still, 1460, 420, 58, 0x9cc0b4, 0xd4e4cf, 3), x: '-t*24', y: '190' },
  { source: firs(still, 1640, 500, 92, 0x5f9384, 0xb3d0b6, 7), x: '-t*48', y: '190' },
  { source: firs(softStill, 900, 300, 75, 0x2c5f53, 0x7fae93, 12), x: '-t*72', y: '170' },
  { source: firs(softStill, 1000, 380, 130, 0x0d2b28, 0x1d4a3f, 5), x: '-t*96', y: '150' },
  { source: motes(700, 550, 55, 2), x: '-60+30*sin(t)', y: '-t*48' },
])
