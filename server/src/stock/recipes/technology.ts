import { cells, frame, ground, hash, inside, map, motion, shade, stack, still, tint, zigzag } from './drawing.ts'

/** Paths on a circuit board: each tile holds a straight or a bent one, and some hold a contact. */
const paths = (() => {
  const tile = 64
  const { column, row, x, y } = cells(tile, tile)
  const half = tile / 2
  const turn = `lt(${hash(column, row)},0.5)`
  const mirrored = `if(${turn},${x},${tile}-${x})`
  const line = (distance: string) => `clip(3.2-abs(${distance}),0,1)`
  const slanted = `max(${line(`(${mirrored}+${y}-${half})/1.414`)},${line(`(${mirrored}+${y}-${tile + half})/1.414`)})`
  const straight = `max(${line(`${x}-${half}`)},${line(`${y}-${half}`)})`
  const ring = `hypot(${x}-${half},${y}-${half})`
  const kind = hash(`${row}+3`, column)
  return `max(if(lt(${kind},0.62),${slanted},${straight}),gt(${kind},0.8)*clip(4.2-abs(${ring}-9),0,1))`
})()
const board = ground({ width: 160, height: 90 }, shade(0x04211f, 0x062b3b, '(X+Y)/250'))
/** Where the current is at the moment: short waves that run across in two directions. */
const current = motion(
  { width: 128, height: 72 },
  `255*clip(pow(0.5+0.5*sin((X+Y)/7-T*4),8)*(0.5+0.5*sin(Y/6+X/17))+pow(0.5+0.5*sin((X-Y)/9+T*3),10)*(0.5+0.5*sin(X/8)),0,1)`,
  12,
)

/** Current runs along the paths of a board. */
export const circuitBoard = [
  `${board}[board];${map(`255*${paths}`)},split[copper][paths];${current}[current]`,
  `[copper]${tint('val*0.06', 'val*0.38', 'val*0.36')}[dim];[board][dim]blend=all_mode=screen[ground]`,
  '[paths][current]blend=all_mode=multiply,split[sharp][soft]',
  '[soft]scale=320:180,gblur=sigma=5,scale=1280:720,lutrgb=r=val*0.5:g=val*1.3:b=val*1.2[halo]',
  '[ground][sharp]blend=all_mode=screen[lit];[lit][halo]blend=all_mode=screen',
].join(';')

/** Signs of five by seven dots, each column in its own order. */
const signs = (() => {
  const { column, row } = cells(32, 40)
  const dot = `${hash(`floor(X/4)-8*${column}+${column}*31`, `floor(Y/5)+${row}*17`)}`
  const isFrame = 'between(mod(floor(X/4),8),1,5)*between(mod(floor(Y/5),8),0,6)'
  return `${isFrame}*gt(${dot},0.45)`
})()
const drops = motion(
  { width: 40, height: 18 },
  `st(0,mod(Y/18-T*(0.16+0.3*${hash('X', 4)})+${hash('X', 9)}*3+9,1));255*(0.06+0.94*pow(ld(0),4))`,
  12,
).replace('flags=bicubic', 'flags=neighbor')

/** Columns of signs rain down a dark screen. */
export const digitalRain = [
  `${map(`255*${signs}`)}[signs]`,
  `${drops}[drops]`,
  `[signs][drops]blend=all_mode=multiply,${tint('val*val/420', 'val*0.98', 'val*0.42+val*val/900')},split[sharp][soft]`,
  '[soft]scale=320:180,gblur=sigma=3,scale=1280:720[halo]',
  '[sharp][halo]blend=all_mode=screen',
].join(';')

/** A map of the world as dots: where the sum of a few waves is high, there is land. */
const world = (() => {
  const { column, row, x, y } = cells(10, 10)
  const across = `(${column}*2*PI/128)`
  const land = `sin(${across}*2+sin(${row}/7)*2)+sin(${across}*3-${row}/9+1)+0.8*sin(${across}*5+${row}/4)+0.4*cos(${row}/3)`
  const dot = inside(`hypot(${x}-5,${y}-5)-if(gt(${land},0.35),3.6,1.1)`, 1.5)
  return `if(gt(${land},0.35),1,0.4)*${dot}`
})()
const turningWorld = [
  `color=s=1280x640:r=${frame.rate}:d=1,trim=end_frame=1,format=gray,geq=lum='${world}',format=gbrp,${tint('16+val*0.4', '34+val*0.84', '92+val*0.63')}`,
  `format=yuva444p,loop=-1:1:0,setpts=N/${frame.rate}/TB,scroll=h=-0.003125`,
  'v360=input=e:output=og:h_fov=180:v_fov=180:w=560:h=560:pitch=18:interp=linear:alpha_mask=1,format=gbrap',
].join(',')
const space = ground({ width: 160, height: 90 }, shade(0x0a1030, 0x1b2a6b, `exp(-pow((X-80)/60,2)-pow((Y-45)/40,2))`))
const orbit = still(
  { width: 900, height: 300 },
  { r: '120', g: '220', b: '255', a: `150*clip(1.6-abs(hypot((X-450)/430,(Y-150)/120)-1)*160,0,1)*gt(${zigzag('X', 9)},0.2)` },
)

/** A globe of dots turns among its orbits. */
export const digitalGlobe = stack(space, [
  { source: orbit, x: '190', y: '210' },
  { source: turningWorld, x: '360', y: '80' },
  { source: `${orbit},crop=900:150:0:150`, x: '190', y: '360' },
])
