/** A file whose structure cannot be followed reliably, so its content is unknown. */
export class Unreadable extends Error {
  constructor(what: string) {
    super(`The file cannot be read reliably: ${what}.`)
    this.name = 'Unreadable'
  }
}
