/** The decoder reports errors in a source of which something is copied. A copy would keep the damage, so it has to be planned without copies. */
export class DamagedSource extends Error {
  constructor() {
    super('Some frames of the source are damaged, so it cannot be copied.')
    this.name = 'DamagedSource'
  }
}
