import { openRecord } from '../storage/upload-records.js'
import { bytesText } from '../terminal/text.js'

/** @import { Context } from '../command.js' */
/** @import { Uploaded, UploadOptions } from '@video-forge/client' */

/** The server stores what arrives of a broken request too. Where a proxy takes less, smaller ones follow. */
const chunkBytes = 128 * 1024 * 1024

/**
 * Sends a file, from where an interrupted command left it, and shows how far it is.
 * @param {Context} context @param {string} path @param {Awaited<ReturnType<typeof import('@video-forge/client/node').openFile>>} source
 * @param {UploadOptions} details @param {import('../terminal/progress-bars.js').Bar} bar
 * @param {(uploaded: Uploaded) => Promise<void>} [complete] What else belongs to it. After an interruption in it, the same video is completed.
 */
export async function sendFile({ forge, settings, signal }, path, source, details, bar, complete) {
  const record = await openRecord(settings.url ?? '', path)
  const uploaded = await forge.upload(source, {
    ...details,
    resume: await record.read(),
    onState: record.save,
    onProgress: ({ sent, size }) => bar.update({ share: sent / size, sent, text: `${bytesText(sent)} of ${bytesText(size)}` }),
    onWaiting: () => bar.update({ text: 'the network is lost, trying again' }),
    chunkSize: chunkBytes,
    signal,
  })
  await complete?.(uploaded)
  await record.remove()
  return uploaded
}
