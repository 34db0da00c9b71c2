/**
 * Which uploads a tab is busy with, so that another tab doesn't offer to go on with them. A lock ends with its tab, however
 * that ends. Where the browser has none (plain http on a network address) an upload may be offered twice; the server
 * takes each byte once, so nothing breaks.
 */
const prefix = 'video_forge_upload_'

/** Marks an upload as this tab's until the answer is called. */
export function holdUpload(id: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  if ('locks' in navigator) void navigator.locks.request(prefix + id, { ifAvailable: true }, () => held)
  return release
}

/** The ids of all uploads that a tab, this one or another, is busy with. */
export async function heldUploads(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
