import { between, cells, frame, glow, ground, hash, inside, shade, stack, stars, still } from './drawing.ts'

interface Row {
  width: number
  height: number
  /** How wide a house is, and which houses they are. */
  plot: number
  seed: number
}

const roofOf = ({ height, plot, seed }: Row) => `(${height}*(0.75-0.7*${hash(`floor(X/${plot})+${seed}`, 3)}))`

const houses = (row: Row, from: number, to: number): string =>
  still(row, { ...shade(from, to, `Y/${row.height}`), a: inside(`${roofOf(row)}-Y`) })

/** The lit windows of a row of houses; `share` of them, others with another choice. */
function windows(row: Row, choice: number, share: number): string {
  const { x, y, column, row: storey } = cells(12, 16)
  const isPane = `between(${x},3,8)*between(${y},4,12)`
  const inHouse = `gt(Y,${roofOf(row)}+10)*between(mod(X,${row.plot}),6,${row.plot - 6})`
  const isLit = `lt(${hash(`${column}+${choice}`, `${storey}+${row.seed}`)},${share})`
  const warmth = hash(storey, `${column}+${choice}`)
  return still(row, {
    r: '255',
    g: `${between(170, 236, warmth)}`,
    b: `${between(80, 190, warmth)}`,
    a: `235*${isPane}*${inHouse}*${isLit}`,
  })
}

const duskSky = ground(
  { width: 160, height: 90 },
  {
    r: `${between(12, 120, 'Y/64')}+60*${glow(110, 66, 40)}`,
    g: `${between(16, 62, 'Y/64')}+40*${glow(110, 66, 40)}`,
    b: between(52, 110, 'Y/64'),
  },
)
const moon = still(
  { width: 120, height: 120 },
  { r: '255', g: '246', b: '220', a: `clip(${inside('hypot(X-60,Y-60)-34', 2)}+70*${glow(60, 60, 44)},0,255)` },
)

const far: Row = { width: 1480, height: 330, plot: 66, seed: 2 }
const near: Row = { width: 1640, height: 430, plot: 108, seed: 9 }
const skyline = stack(duskSky, [
  { source: stars(frame.width, 300) },
  { source: moon, x: '920-t*2', y: '60' },
  { source: houses(far, 0x2b2d5c, 0x4a3b6e), x: '-t*24', y: '230' },
  { source: windows(far, 1, 0.16), x: '-t*24', y: '230' },
  { source: houses(near, 0x0c1026, 0x161a38), x: '-t*48', y: '130' },
  { source: windows(near, 2, 0.22), x: '-t*48', y: '130' },
  { source: windows(near, 21, 0.07), x: '-t*48', y: '130', enable: 'lt(mod(t,3),1.7)' },
  { source: windows(near, 33, 0.07), x: '-t*48', y: '130', enable: 'gt(mod(t+1,4),2.2)' },
])

/** Houses with lit windows on the far bank, and their light on the water. */
export const cityAtNight = `${skyline}[city];[city]crop=1280:560:0:0,split[bank][mirror];[mirror]vflip,crop=1280:160:0:0,gblur=sigma=3:sigmaV=9,lutrgb=r=val*0.5:g=val*0.55:b=val*0.75[water];[bank][water]vstack`

/** A road seen from straight above: lanes with dashes between them, rails at the sides. */
const asphalt = (() => {
  const line = (at: number) => `between(X,${at - 2},${at + 2})`
  const marks = `max(max(${line(30)},${line(450)}),max(${line(236)}+${line(244)},lt(mod(Y,90),50)*(${line(133)}+${line(347)})))`
  const isRoad = 'between(X,20,460)'
  return { r: `18+14*${isRoad}+150*${marks}`, g: `20+14*${isRoad}+140*${marks}`, b: `40+8*${isRoad}+110*${marks}` }
})()

/** Two lamps per car, in the lanes of one side, with the shine they throw on the road. */
function cars(lanes: readonly [number, number], colour: number, every: number, seed: number): string {
  const place = `(mod(Y,${every})-${every / 2})`
  const lamps = lanes.map((lane, index) => {
    const isThere = `gt(${hash(`floor(Y/${every})+${seed + index}`)},0.25)`
    return `${isThere}*(exp(-pow((abs(X-${lane})-17)/7,2)-pow(${place}/9,2))+0.4*exp(-pow((X-${lane})/24,2)-pow(${place}/60,2)))`
  })
  return still({ width: 480, height: 960 }, { ...shade(colour, colour, '0'), a: `255*clip(1.3*(${lamps.join('+')}),0,1)` })
}

const endless = `loop=-1:1:0,setpts=N/${frame.rate}/TB`
const road = [
  `${still({ width: 480, height: 720 }, asphalt)},${endless},scroll=v=-0.0166667[asphalt]`,
  `${cars([84, 190], 0xfff3d0, 240, 3)},${endless},scroll=v=-0.0145833,crop=480:720:0:0[coming]`,
  `${cars([290, 396], 0xff3a2a, 240, 8)},${endless},scroll=v=0.00625,crop=480:720:0:0[going]`,
  '[asphalt][coming]overlay=format=gbrp[half];[half][going]overlay=format=gbrp,format=yuv420p,scale=1280:720[flat]',
  `[flat]perspective=x0=600:y0=300:x1=680:y1=300:x2=-500:y2=720:x3=1780:y3=720:sense=destination,crop=1280:410:0:310,format=gbrap[road]`,
].join(';')

const town: Row = { width: 1280, height: 260, plot: 52, seed: 5 }

/** A road out of the city at night, with cars on both sides. */
export const nightTraffic = `${road};${stack(duskSky, [
  { source: stars(frame.width, 200) },
  { source: houses(town, 0x141836, 0x232450), y: '80' },
  { source: windows(town, 4, 0.2), y: '80' },
])}[town];[town][road]overlay=y=310:format=gbrp`
