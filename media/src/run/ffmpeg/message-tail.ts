/** ffmpeg ends with some twenty lines for each encoder. */
const maxLines = 200
const maxLengthForPeople = 400

/** The last lines that a program wrote to stderr. */
export class MessageTail {
  private readonly lines: string[] = []
  private readonly important: string[] = []
  private rest = ''
  private readonly errors = new Map<string, number>()

  add(text: string): void {
    const parts = (this.rest + text).split(/[\r\n]+/)
    // A crafted file can make ffmpeg write one endless line; only its start matters.
    this.rest = (parts.pop() ?? '').slice(0, 4000)
    for (const line of parts) this.addLine(line)
  }

  private addLine(line: string): void {
    if (line.trim() === '') return
    if (/\[(error|fatal|panic)\]/.test(line)) {
      const part = /^\[(\w+) @/.exec(line)?.[1] ?? ''
      this.errors.set(part, (this.errors.get(part) ?? 0) + 1)
      keepLast(this.important, line)
    }
    keepLast(this.lines, line)
  }

  /** Number of errors of one component (a decoder by its name), or of all. */
  errorsOf(part?: string): number {
    if (part !== undefined) return this.errors.get(part) ?? 0
    return [...this.errors.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Whether one of the lines contains these words. */
  said(words: string): boolean {
    return [...this.important, ...this.lines, this.rest].some((line) => line.includes(words))
  }

  /** The raw lines, for parsing. */
  text(): string {
    return [...this.lines, this.rest].join('\n')
  }

  /** The last few errors in one line, without paths and memory addresses. */
  forPeople(): string {
    const source = this.important.length > 0 ? this.important : this.lines
    return source.slice(-3).map(cleanMessage).filter(Boolean).join(' ').slice(0, maxLengthForPeople)
  }
}

function keepLast(lines: string[], line: string): void {
  lines.push(line.slice(0, 1000))
  if (lines.length > maxLines) lines.shift()
}

export const cleanMessage = (line: string): string =>
  line
    .replace(/\[(?:error|fatal|panic|warning|info|verbose)\]\s*/g, '')
    .replace(/\[([\w,.:#/-]+) @ 0x[0-9a-f]+\]\s*/g, '')
    .replace(/http:\/\/127\.0\.0\.1:\d+\/\w+/g, 'the file')
    .replace(/(?:file:)?(?<!\w)(?:\/[^\s/:'"]+)+\/?/g, 'the file')
    .replace(/0x[0-9a-f]{6,}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
