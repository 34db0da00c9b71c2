import { useQueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { uploadProblem, uploadTypeOf } from '@video-forge/contract/rules/upload-rules'
import { sentences } from '@video-forge/contract/sentences'
import { useEffect, useRef, useState } from 'react'
import { retryWhileBusy } from '../../api/retry-while-busy.ts'
import { jobKeys, updateCachedJobs } from '../../jobs-view/live/job-cache.ts'
import { call } from '../../session/call.ts'
import { retryTransfer } from '../../transfer/retry-transfer.ts'
import { openUpload, sendFile } from '../../transfer/send-file.ts'
import { type Sample, speedOf, type TransferSpeed, withSample } from '../../transfer/upload-speed.ts'
import { updateCachedVideo } from '../video-cache.ts'

export type ReplacementState =
  | { step: 'choosing'; problem: string | undefined }
  | { step: 'sending'; file: File; sent: number; speed: TransferSpeed | undefined; isWaiting: boolean }
  | { step: 'checking'; file: File; isWaiting: boolean }

const preventUnload = (event: Event) => event.preventDefault()

/** Sends a file and makes it the new file of a video. Ends with the component: what was sent is discarded then. */
export function useReplacement(video: VideoDetails, maxBytes: number, onStarted: () => void) {
  const client = useQueryClient()
  const [state, setState] = useState<ReplacementState>({ step: 'choosing', problem: undefined })
  const running = useRef<AbortController>(undefined)
  const isRunning = state.step !== 'choosing'
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (!isRunning) return
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [isRunning])

  const run = async (file: File, signal: AbortSignal): Promise<void> => {
    const s3Key = await send(file, signal, setState)
    setState({ step: 'checking', file, isWaiting: false })
    const replace = () => call('POST /gallery/videos/{id}/replace', { params: { id: video.id }, body: { s3Key } }, { signal })
    const onWaiting = () => setState({ step: 'checking', file, isWaiting: true })
    const { job } = await retryTransfer(() => retryWhileBusy(replace, signal), { signal, maxFailures: 0, onWaiting }).catch((error) => {
      forget(s3Key)
      throw error
    })
    const { status, progress, stage, eta_seconds: etaSeconds } = job
    updateCachedJobs(client, [job])
    updateCachedVideo(client, {
      ...video,
      jobStatus: status,
      processing: true,
      replacing: true,
      progress: { status, progress, stage, etaSeconds },
    })
    client.removeQueries({ queryKey: jobKeys.assets(video.id) })
    void client.invalidateQueries({ queryKey: jobKeys.stats })
    onStarted()
  }

  return {
    state,
    choose(file: File): void {
      const problem = uploadProblem(file, maxBytes)
      if (problem) {
        setState({ step: 'choosing', problem })
        return
      }
      const stop = new AbortController()
      running.current = stop
      run(file, stop.signal).catch((error: unknown) => {
        if (stop.signal.aborted) return
        setState({ step: 'choosing', problem: error instanceof Error && error.message !== '' ? error.message : sentences.uploadFailed })
      })
    },
    cancel(): void {
      running.current?.abort()
      setState({ step: 'choosing', problem: undefined })
    },
  }
}

/** Sends the file and returns the key of its upload. */
async function send(file: File, signal: AbortSignal, show: (state: ReplacementState) => void): Promise<string> {
  const contentType = uploadTypeOf(file)
  if (!contentType) throw new Error(sentences.uploadWrongType)
  let samples: Sample[] = []
  let sent = 0
  const showSending = (isWaiting: boolean) => show({ step: 'sending', file, sent, speed: speedOf(samples, file.size), isWaiting })
  const onWaiting = () => {
    samples = []
    showSending(true)
  }
  showSending(false)
  const { s3Key, uploadUrl, resumableUrl } = await openUpload(file, contentType, { signal, onWaiting })
  const onProgress = (bytes: number) => {
    sent = Math.min(bytes, file.size)
    samples = withSample(samples, { at: Date.now(), sent })
    showSending(false)
  }
  await sendFile({ file, contentType, uploadUrl, resumableUrl, signal, sent: () => sent, onProgress, onWaiting }).catch((error) => {
    forget(s3Key)
    throw error
  })
  return s3Key
}

/** An upload that is not used any more. One that has become the file of the video stays. */
const forget = (s3Key: string) => void call('DELETE /upload/{id}', { params: { id: s3Key.split('/')[1] ?? '' } }).catch(() => undefined)
