import { between, cells, frame, glow, ground, hash, inside, motion, seconds, shade, softStill, stack, still, tint } from './drawing.ts'

const eveningSky = ground(
  { width: 640, height: 360 },
  {
    r: `clip(${between(38, 250, 'Y/190')}+60*${glow(320, 165, 110)},0,255)`,
    g: `clip(${between(30, 126, 'Y/190')}+95*${glow(320, 165, 90)},0,255)`,
    b: `clip(${between(92, 96, 'Y/190')}+40*${glow(320, 165, 60)},0,255)`,
  },
)
const lowSun = still({ width: 220, height: 220 }, { r: '255', g: '226', b: '150', a: inside('hypot(X-110,Y-110)-92', 4) })

/** A row of swells with sharp crests: light along them, dark in the troughs. */
function swell(width: number, height: number, period: number, rise: number, crest: number, trough: number): string {
  const edge = `(${rise}*(2*abs(sin(X/${period}+0.4*sin(X/${period * 2.3})))+0.5*abs(sin(X/${period * 0.37}+1))+0.3*sin(X/${period * 0.11})))`
  return still({ width, height }, { ...shade(crest, trough, `(Y-${rise})/${height * 0.4}`), a: inside(`${edge}-Y`, 1.5) })
}

/** Glints that come and go: two fields of dashes drift against each other, and only where both are bright it shines. */
const dashes = (height: number, seed: number): string => {
  const { column, row, x, y } = cells(46, 7)
  const shape = `clip(1.2-hypot((${x}-23)/20,(${y}-3)/2.6),0,1)`
  const lane = `exp(-pow((X-${frame.width / 2})/(110+Y*0.6),2))`
  const isThere = `gt(${hash(`${column}+${seed}`, row)},0.5+Y/${height * 3})`
  return still({ width: frame.width, height }, { r: '255', g: '214', b: '140', a: `230*${isThere}*${shape}*${lane}` })
}

/** The sun goes down over a rolling sea. */
export const oceanSunset = stack(eveningSky, [
  { source: lowSun, x: '530', y: '205+t*8' },
  { source: swell(1500, 400, 34, 3, 0xe98a63, 0x4a3f70), x: '-200+t*24', y: '368' },
  { source: swell(1700, 340, 62, 7, 0xb0586a, 0x2b3263), x: '-t*48', y: '412+4*sin(t*1.1+1)' },
  { source: dashes(130, 0), x: '20*sin(t*1.9)', y: '376', enable: 'lt(mod(t,0.5),0.29)' },
  { source: dashes(130, 5), x: '-20*sin(t*1.7)', y: '378', enable: 'gte(mod(t,0.5),0.21)' },
  { source: swell(1800, 300, 105, 12, 0x6c4a7c, 0x18264f), x: '-400+t*48', y: '484+6*sin(t*0.9+2)' },
  { source: swell(2100, 260, 170, 20, 0x384479, 0x0a1533), x: '-t*96', y: '560+9*sin(t*1.2)' },
])

/** Shafts of sunlight that fan out from above and sway, and the rippled surface they come through. */
const shafts = (() => {
  const angle = '((X-40)/(Y+34))'
  const rays = `pow(0.5+0.5*sin(${angle}*9+T*0.5),3)+0.7*pow(0.5+0.5*sin(${angle}*17-T*0.7+1),4)`
  const surface = `exp(-Y/7)*(0.6+0.4*sin(X/5+3*sin(Y/3+T)+T*1.5))`
  return `255*clip(0.62*(${rays})*pow(1-Y/72,1.6)+${surface},0,1)`
})()
const waterLight = `${motion({ width: 128, height: 72 }, shafts, 6)},${tint('val*0.6', 'val*0.9', 'val*0.85')}`
const deepWater = ground({ width: 160, height: 90 }, shade(0x1193b8, 0x03203f, 'Y/90'))

/** Rings that get on for bubbles. */
const bubbles = (size: number, height: number, seed: number): string => {
  const { column, row, x, y } = cells(size * 5, size * 6)
  const chance = hash(`${column}+${seed}`, row)
  const radius = `(${size}*(0.25+0.6*${hash(column, `${row}+${seed}`)}))`
  const middle = `${size}*(1.2+2.4*${hash(`${row}+${seed}`, column)})`
  const distance = `hypot(${x}-${middle},${y}-${size * 2.5})`
  return softStill(
    { width: frame.width / 2, height: height / 2 },
    { r: '225', g: '250', b: '255', a: `gt(${chance},0.72)*(200*clip(1-abs(${distance}-${radius})/1.2,0,1)+50*lt(${distance},${radius}))` },
  )
}

/** Fish, one to a cell: a lens for the body and a fan for the tail. */
const shoal = (length: number, width: number, colour: number, seed: number): string => {
  const { column, row, x, y } = cells(length * 2.6, length * 1.3)
  const fromNose = `(${x}-${length * 0.3}-${length}*${hash(`${column}+${seed}`, row)})/${length}`
  const aside = `abs(${y}-${length * 0.4}-${length * 0.5}*${hash(`${row}+${seed}`, `${column}+3`)})/${length}`
  const fish = `st(0,${fromNose});st(1,${aside});gt(${hash(`${column}+${seed}`, `${row}+1`)},0.35)*255*clip(60*max(min(0.16*sin(3.14*clip((ld(0)-0.22)/0.78,0,1))-ld(1),1),min(min(0.34-ld(0),ld(0)),0.03+(0.3-ld(0))*0.5-ld(1))),0,1)`
  return still({ width, height: Math.round(length * 1.3 * 3) }, { ...shade(colour, colour, '0'), a: fish })
}

/** A shoal passes below the surface while bubbles rise. */
export const underTheSea = stack(`${deepWater}[deep];${waterLight}[light];[deep][light]blend=all_mode=screen`, [
  { source: shoal(52, 1100, 0x0a648c, 2), x: '700-t*72', y: '190+8*sin(t*1.4)' },
  { source: shoal(96, 1500, 0x053a5c, 7), x: '500-t*96', y: '300+12*sin(t*1.1)' },
  { source: bubbles(5, 720 + seconds * 48, 1), y: '-t*48' },
  { source: bubbles(9, 720 + seconds * 96, 4), y: '-t*96' },
])
