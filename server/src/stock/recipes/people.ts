import { between, cells, colourMotion, frame, glow, ground, hash, inside, shade, stack, still } from './drawing.ts'

/** Takes a limb into the distance kept in slot 8: a line between two joints with some thickness. */
const limb = (fromX: string, fromY: string, toX: string, toY: string, thickness: number): string => {
  const along = `clip(((X-${fromX})*(${toX}-${fromX})+(Y-${fromY})*(${toY}-${fromY}))/(pow(${toX}-${fromX},2)+pow(${toY}-${fromY},2)),0,1)`
  return `st(9,${along});st(8,min(ld(8),hypot(X-${fromX}-ld(9)*(${toX}-${fromX}),Y-${fromY}-ld(9)*(${toY}-${fromY}))-${thickness}))`
}

const steps = 24

/** One step cycle of a person, drawn once and then repeated. Slots 0 to 3 hold the joints of the limb at hand. */
function walker(colour: number): string {
  const p = `(2*PI*N/${steps})`
  const joint = (slot: number, x: string, y: string) => `st(${slot},${x});st(${slot + 1},${y})`
  const hip = ['50', `(92+1.6*cos(2*${p}))`] as const
  const neck = ['52', `(40+1.6*cos(2*${p}))`] as const
  const leg = (phase: string) => {
    const thigh = `(0.52*sin(${phase}))`
    const shin = `(${thigh}-0.1-0.3*(1+cos(${phase}+0.4)))`
    return [
      joint(0, `${hip[0]}+34*sin(${thigh})`, `${hip[1]}+34*cos(${thigh})`),
      joint(2, `ld(0)+36*sin(${shin})`, `ld(1)+36*cos(${shin})`),
      limb(hip[0], hip[1], 'ld(0)', 'ld(1)', 7.5),
      limb('ld(0)', 'ld(1)', 'ld(2)', 'ld(3)', 5.5),
      limb('ld(2)', 'ld(3)', '(ld(2)+10)', '(ld(3)+2)', 4),
    ]
  }
  const arm = (phase: string) => {
    const upper = `(0.4*sin(${phase}))`
    return [
      joint(0, `${neck[0]}+27*sin(${upper})`, `${neck[1]}+6+27*cos(${upper})`),
      joint(2, `ld(0)+24*sin(${upper}+0.35)`, `ld(1)+24*cos(${upper}+0.35)`),
      limb(neck[0], `(${neck[1]}+6)`, 'ld(0)', 'ld(1)', 5),
      limb('ld(0)', 'ld(1)', 'ld(2)', 'ld(3)', 4),
    ]
  }
  const limbs = [leg(p), leg(`(${p}+PI)`), arm(`(${p}+PI)`), arm(p)].flat()
  const body = limb(neck[0], `(${neck[1]}+8)`, hip[0], hip[1], 13)
  const head = `st(8,min(ld(8),hypot(X-54,Y-${neck[1]}+16)-11.5))`
  const { r, g, b } = shade(colour, colour, '0')
  return `color=s=100x180:r=${frame.rate}:d=${steps / frame.rate},format=gbrap,geq=r='${r}':g='${g}':b='${b}':a='st(8,999);${limbs.join(';')};${body};${head};${inside('ld(8)', 1.5)}',loop=-1:${steps}:0,setpts=N/${frame.rate}/TB`
}

const bag = still({ width: 24, height: 46 }, { r: '178', g: '62', b: '72', a: inside('hypot(X-12,max(0,abs(Y-23)-12))-10', 1.5) })

const promenade = ground(
  { width: 320, height: 180 },
  {
    r: `if(lt(Y,135),255,${between(214, 160, '(Y-135)/45')})`,
    g: `if(lt(Y,135),${between(176, 226, 'Y/135')}+20*${glow(230, 100, 50)},${between(150, 96, '(Y-135)/45')})`,
    b: `if(lt(Y,135),${between(140, 190, 'Y/135')}+40*${glow(230, 100, 50)},${between(134, 98, '(Y-135)/45')})`,
  },
)
const houseRow = (width: number, height: number, plot: number, colour: number, seed: number): string =>
  still({ width, height }, { ...shade(colour, colour, '0'), a: inside(`${height}*(0.7-0.65*${hash(`floor(X/${plot})+${seed}`, 3)})-Y`) })

/** People of several sizes walk both ways along a promenade at sunset. */
export const peopleWalking = [
  `${walker(0x2e1c40)},split[plain][other];${bag}[bag];[other][bag]overlay=x=27:y=48:format=gbrp,split=3[a1][a2][a3];[plain]split=3[b1][b2][b3]`,
  '[a1]scale=200:360:flags=bicubic[w1];[b1]scale=190:342:flags=bicubic,hflip[w2];[a2]trim=start_frame=9,setpts=N/24/TB,scale=150:270:flags=bicubic,hflip[w3]',
  '[b2]trim=start_frame=5,setpts=N/24/TB,scale=140:252:flags=bicubic[w4];[a3]trim=start_frame=15,setpts=N/24/TB,scale=250:450:flags=bicubic[w5];[b3]trim=start_frame=18,setpts=N/24/TB,scale=240:432:flags=bicubic,hflip[w6]',
  stack(promenade, [
    { source: houseRow(1450, 300, 74, 0xf0a890, 4), x: '-t*24', y: '240' },
    { source: houseRow(1450, 260, 118, 0xcf7f86, 8), x: '-t*24', y: '290' },
    { source: '[w3]null', x: '1040-t*72', y: '330' },
    { source: '[w4]null', x: '160+t*72', y: '350' },
    { source: '[w1]null', x: '-60+t*96', y: '300' },
    { source: '[w2]null', x: '860-t*96', y: '320' },
    { source: '[w5]null', x: '330+t*120', y: '262' },
    { source: '[w6]null', x: '1180-t*120', y: '285' },
  ]),
].join(';')

/** Heads and shoulders, one to a cell; some raise their arms. */
function crowd(width: number, size: number, colour: number, seed: number): string {
  const height = Math.round(size * 3.6)
  const { column, x } = cells(size, height)
  const [middle, top] = ['ld(0)', 'ld(1)']
  const place = `st(0,${size / 2}+${size * 0.2}*(${hash(`${column}+${seed}`)}-0.5));st(1,${size * 1.05}+${size * 0.3}*${hash(column, seed)})`
  const head = `hypot(${x}-${middle},(Y-${top})*0.86)-${size * 0.2}`
  const shoulders = `hypot((${x}-${size / 2})*0.9,max(0,1.7*(${top}+${size * 0.46}-Y)))-${size * 0.46}`
  const side = `if(gt(${hash(`${column}+2`, seed)},0.5),1,-1)`
  const lean = `${middle}+${side}*(${size * 0.3}+(${top}-Y)*0.14)`
  const raised = `hypot(${x}-${lean},max(0,${top}-${size * 0.55}-Y))-${size * 0.065}-max(0,Y-${top}+${size * 0.2})*0.07`
  const arm = `if(gt(${hash(`${column}+5`, seed)},0.5),max(${raised},Y-${top}-${size * 0.5}),99)`
  const anybody = inside(`min(min(min(${head},${shoulders}),${arm}),${top}+${size * 0.7}-Y)`, 1.5)
  return still({ width, height }, { ...shade(colour, 0x0a0414, `(Y-${size * 0.8})/${size * 1.1}`), a: `${place};${anybody}` })
}

const hall = ground(
  { width: 160, height: 90 },
  {
    r: `${between(30, 90, 'Y/70')}+120*${glow(80, 62, 46)}`,
    g: `${between(8, 20, 'Y/70')}+50*${glow(80, 62, 34)}`,
    b: `${between(60, 110, 'Y/70')}+60*${glow(80, 62, 50)}`,
  },
)
/** Cones of light that swing about their lamps under the ceiling. */
const beams = (() => {
  const beam = (lamp: number, swing: string) => `exp(-pow((X-${lamp}-(Y+8)*(${swing}))/(1+Y*0.11),2))*clip(1-Y/62,0,1)`
  const [blue, pink, gold, violet] = [
    beam(14, '0.6*sin(T*1.6)'),
    beam(38, '0.6*sin(T*1.3+2)'),
    beam(60, '0.5*sin(T*1.8+4)'),
    beam(82, '0.6*sin(T*1.5+1)'),
  ]
  return {
    r: `min(255,200*(${pink}+${gold}+0.5*${violet}))`,
    g: `min(255,200*(0.8*${blue}+0.8*${gold}+0.3*${pink}))`,
    b: `min(255,200*(${blue}+0.8*${pink}+${violet}))`,
  }
})()

/** A concert: beams swing over a crowd with raised arms. */
export const concertCrowd = stack(
  `${hall}[hall];${colourMotion({ width: 96, height: 54 }, beams, 12)}[beams];[hall][beams]blend=all_mode=screen`,
  [
    { source: crowd(1320, 66, 0x8a2f8f, 3), x: '-20', y: '400-7*abs(sin(t*6.28))' },
    { source: crowd(1400, 104, 0x5a2076, 6), x: '-60', y: '420-11*abs(sin(t*6.28+0.5))' },
    { source: crowd(1500, 158, 0x2a1050, 11), x: '-100', y: '440-14*abs(sin(t*6.28+0.2))' },
  ],
)
