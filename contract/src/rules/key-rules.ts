/** How every API key begins. Scanners of source code recognize keys by it. */
export const keyPrefix = 'vf_'

/** The first characters of a key, stored and shown so that people recognize it. */
export const shownCharacters = keyPrefix.length + 6
