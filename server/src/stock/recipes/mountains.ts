import { between, frame, glow, ground, inside, motion, shade, stack, stars, still, tint, zigzag } from './drawing.ts'

/** A range of mountains with mist at its foot, wider than the picture so that it can pass by. */
function ridge(
  width: number,
  height: number,
  steps: readonly [period: number, rise: number][],
  from: number,
  to: number,
  phase: number,
): string {
  const edge = steps.map(([period, rise], index) => `${rise}*${zigzag('X', period, phase + index * 0.7)}`).join('+')
  return still({ width, height }, { ...shade(from, to, `(Y-${height * 0.15})/${height * 0.8}`), a: inside(`${edge}-Y`) })
}

const dawnSky = ground(
  { width: 640, height: 360 },
  {
    r: `clip(${between(46, 255, 'Y/250')}+70*${glow(400, 190, 120)},0,255)`,
    g: `clip(${between(60, 178, 'Y/250')}+70*${glow(400, 190, 90)},0,255)`,
    b: `clip(${between(120, 130, 'Y/250')}+20*${glow(400, 190, 70)},0,255)`,
  },
)
const sun = still({ width: 160, height: 160 }, { r: '255', g: '240', b: '200', a: `clip(255*(1.1-hypot(X-80,Y-80)/60)*3,0,255)` })

/** The sun comes up behind four ranges that pass at their own speed. */
export const mountainsAtDawn = stack(dawnSky, [
  { source: sun, x: '720', y: '330-t*14' },
  {
    source: ridge(
      1500,
      400,
      [
        [310, 150],
        [97, 50],
        [31, 14],
      ],
      0xd98f7e,
      0xf6c39a,
      0.2,
    ),
    x: '-t*24',
    y: '300',
  },
  {
    source: ridge(
      1680,
      380,
      [
        [270, 150],
        [83, 46],
        [23, 12],
      ],
      0x9a6483,
      0xd9987f,
      0.9,
    ),
    x: '-t*48',
    y: '390',
  },
  {
    source: ridge(
      1840,
      320,
      [
        [350, 130],
        [71, 40],
        [19, 12],
      ],
      0x5b426f,
      0x9a6483,
      0.5,
    ),
    x: '-t*72',
    y: '470',
  },
  {
    source: ridge(
      2000,
      240,
      [
        [410, 120],
        [61, 36],
        [13, 12],
      ],
      0x241f3d,
      0x3d2f56,
      1.3,
    ),
    x: '-t*96',
    y: '550',
  },
])

const nightSky = ground({ width: 64, height: 36 }, shade(0x080e26, 0x1a3a5a, 'Y/36'))

/** Curtains that fold as they wander: bright at their lower edge, fading upwards. */
const curtain = (height: number, period: number, speed: number, seed: number): string => {
  const fold = `(${height}+9*sin(X/${period}+T*${speed}+${seed})+5*sin(X/${period / 2.7}-T*${speed * 1.6}))`
  const streaks = `(0.55+0.45*sin(X/2.3+4*sin(X/${period}+T*${speed})+${seed}))`
  return `${streaks}*if(lt(Y,${fold}),exp((Y-${fold})/14),exp((${fold}-Y)/2.5))`
}
const aurora = `${motion({ width: 144, height: 80 }, `255*clip(0.75*(${curtain(41, 19, 0.5, 0)})+0.6*(${curtain(30, 24, -0.4, 2)}),0,1)`, 6)},${tint('val*0.35+val*val/900', 'val*0.95', 'val*0.65')}`

/** Northern lights over a dark range. */
export const northernLights = stack(`${nightSky}[night];${aurora}[lights];[night][lights]blend=all_mode=screen`, [
  { source: stars(frame.width, 460) },
  {
    source: ridge(
      1500,
      330,
      [
        [330, 150],
        [89, 44],
        [27, 14],
      ],
      0x10263a,
      0x1b3d4a,
      0.4,
    ),
    x: '-t*24',
    y: '400',
  },
  {
    source: ridge(
      1680,
      200,
      [
        [290, 100],
        [67, 34],
        [17, 12],
      ],
      0x050b16,
      0x0a1624,
      1.1,
    ),
    x: '-t*48',
    y: '540',
  },
])
