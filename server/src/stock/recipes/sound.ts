import { seconds } from './drawing.ts'

/** Quiet sounds, each with soft ends. Noise has a seed, so a clip is the same wherever it is made. */
const noise = (colour: 'brown' | 'pink', loudness: number, seed: number): string =>
  `anoisesrc=color=${colour}:amplitude=${loudness}:sample_rate=48000:seed=${seed}:duration=${seconds}`

const softEnds = `afade=t=in:d=0.6,afade=t=out:st=${seconds - 0.8}:d=0.8,aformat=channel_layouts=stereo`

export const seaWash = `${noise('pink', 0.3, 3)},lowpass=f=900,tremolo=f=0.28:d=0.8,${softEnds}`
export const underWater = `${noise('brown', 0.5, 5)},lowpass=f=320,tremolo=f=0.5:d=0.5,${softEnds}`
export const nightWind = `${noise('pink', 0.14, 7)},bandpass=f=520:width_type=o:w=1.5,tremolo=f=0.2:d=0.6,${softEnds}`
export const cityHum = `${noise('brown', 0.4, 11)},lowpass=f=420,tremolo=f=0.35:d=0.4,${softEnds}`
/** Two steps a second, each a short thud. */
export const steps = `aevalsrc='0.22*sin(2*PI*85*mod(t,0.5))*exp(-24*mod(t,0.5))':sample_rate=48000:duration=${seconds},${softEnds}`
/** A drum twice a second and a chord over it. */
export const crowdBeat = `aevalsrc='0.3*sin(2*PI*58*mod(t,0.5))*exp(-10*mod(t,0.5))+0.03*(sin(2*PI*220*t)+sin(2*PI*277.2*t)+sin(2*PI*329.6*t))*(0.6+0.4*sin(2*PI*t))':sample_rate=48000:duration=${seconds},${softEnds}`
