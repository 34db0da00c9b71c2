import type { MediaPlan } from './make-plan.ts'
import { copiedRungs } from './part-plan.ts'

/** Encoding the first chunk of a small format takes about as long. */
const quickSeconds = 1.5
/** Bytes that are copied in a CPU second. */
const copiedBytes = 400_000_000

/** CPU seconds for the audio of one file. */
export const audioSeconds = ({ audio, facts }: MediaPlan): number => facts.duration * (audio?.action === 'encode' ? 0.02 : 0.0005)

/** CPU seconds for all copied rungs. */
export const copySeconds = (plan: MediaPlan): number =>
  copiedRungs(plan).reduce((sum, { expectedBytes }) => sum + expectedBytes / copiedBytes, 0.2 + audioSeconds(plan))

/** Whether copies are the first that viewers can watch, because they are made sooner than anything is encoded. */
export const isQuickCopy = (plan: MediaPlan): boolean => copySeconds(plan) <= quickSeconds
