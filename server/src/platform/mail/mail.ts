export interface Message {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mail {
  /** Resolves once the mail server has the message, or it is on the disk. */
  send(message: Message): Promise<void>
  /** Rejects when mail can't be sent. */
  check(): Promise<void>
  close(): Promise<void>
}
