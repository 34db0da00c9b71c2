import { Badge, type Tone } from '../ui/feedback/badge.tsx'
import type { Upload } from './queue/upload-store.ts'

const phaseLabels = { preparing: 'Preparing', uploading: 'Uploading', waiting: 'Waiting for the network', paused: 'Paused' } as const

function labelOf({ state, replaces }: Upload): { text: string; tone: Tone } {
  if (state.step === 'queued') return { text: 'Waiting for its turn', tone: 'neutral' }
  if (state.step === 'sending') return { text: phaseLabels[state.phase], tone: state.phase === 'waiting' ? 'warn' : 'neutral' }
  if (state.step === 'failed') return { text: replaces ? 'Not replaced' : 'Not uploaded', tone: 'bad' }
  if (state.step === 'ready') return { text: 'Uploaded', tone: 'good' }
  if (state.step === 'started') return { text: 'Processing started', tone: 'good' }
  if (state.isWaiting) return { text: phaseLabels.waiting, tone: 'warn' }
  return { text: state.step === 'checking' ? 'Checking the file' : 'Starting', tone: 'neutral' }
}

export function UploadBadge({ upload }: { upload: Upload }) {
  const { text, tone } = labelOf(upload)
  return <Badge tone={tone}>{text}</Badge>
}
