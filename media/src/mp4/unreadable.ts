/** A file whose structure cannot be followed for certain, so nobody can say what is in it. */
export class Unreadable extends Error {
  constructor(what: string) {
    super(`The file cannot be read for certain: ${what}.`)
    this.name = 'Unreadable'
  }
}
