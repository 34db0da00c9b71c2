/** What was edited and is not saved yet. It lives as long as the tab, and survives a reload. */
export interface Draft {
  /** The version that was edited. */
  version: number
  /** WebVTT. */
  content: string
  /** What was last sent without an answer: if the server has just that, it is ours. */
  sent: string | null
}

const keyOf = (captionId: string): string => `video_forge_transcript_${captionId}`

function parseDraft(text: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const fields: Partial<Record<keyof Draft, unknown>> = value
    const { version, content, sent } = fields
    if (typeof version !== 'number' || typeof content !== 'string') return undefined
    return { version, content, sent: typeof sent === 'string' ? sent : null }
  } catch {
    return undefined
  }
}

export function readDraft(captionId: string): Draft | undefined {
  try {
    return parseDraft(sessionStorage.getItem(keyOf(captionId)) ?? '')
  } catch {
    return undefined
  }
}

/** Storage may be full or blocked; the page then still warns before it is left. */
export function writeDraft(captionId: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(captionId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(captionId))
  } catch {
    // What is stored is older than what is edited, which is worse than nothing.
    sessionStorage?.removeItem?.(keyOf(captionId))
  }
}
