/** The end of what a program said on stderr, fit for a person: without paths, addresses of memory or names of the machine. */
// ffmpeg's closing words are some twenty lines for each of its encoders.
const kept = 200
const longest = 400

export class MessageTail {
  private readonly lines: string[] = []
  private readonly important: string[] = []
  private rest = ''
  private readonly errors = new Map<string, number>()

  add(text: string): void {
    const parts = (this.rest + text).split(/[\r\n]+/)
    // A file can make ffmpeg write one endless line; only its head matters.
    this.rest = (parts.pop() ?? '').slice(0, 4000)
    for (const line of parts) this.keep(line)
  }

  private keep(line: string): void {
    if (line.trim() === '') return
    if (/\[(error|fatal|panic)\]/.test(line)) {
      const part = /^\[(\w+) @/.exec(line)?.[1] ?? ''
      this.errors.set(part, (this.errors.get(part) ?? 0) + 1)
      keepLast(this.important, line)
    }
    keepLast(this.lines, line)
  }

  /** How often a part of the program (a decoder by its name) complained; all parts together without a name. */
  errorsOf(part?: string): number {
    if (part !== undefined) return this.errors.get(part) ?? 0
    return [...this.errors.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Whether one of the kept lines has these words. */
  said(words: string): boolean {
    return [...this.important, ...this.lines, this.rest].some((line) => line.includes(words))
  }

  /** All kept lines, as they came: for programs that read them. */
  text(): string {
    return [...this.lines, this.rest].join('\n')
  }

  /** The last few complaints in one line. */
  forPeople(): string {
    const source = this.important.length > 0 ? this.important : this.lines
    return source.slice(-3).map(cleanMessage).filter(Boolean).join(' ').slice(0, longest)
  }
}

function keepLast(lines: string[], line: string): void {
  lines.push(line.slice(0, 1000))
  if (lines.length > kept) lines.shift()
}

export const cleanMessage = (line: string): string =>
  line
    .replace(/\[(?:error|fatal|panic|warning|info|verbose)\]\s*/g, '')
    .replace(/\[([\w,.:#/-]+) @ 0x[0-9a-f]+\]\s*/g, '')
    .replace(/(?:file:)?(?:\/[^\s/:'"]+)+\/?/g, 'the file')
    .replace(/0x[0-9a-f]{6,}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
