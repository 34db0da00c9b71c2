/** Of HTML 4: the characters 160 to 255 in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

/** The others of HTML 4 that are in use, and those of XML. */
const others =
  'amp & lt < gt > quot " apos \' hellip … ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ lsaquo ‹ rsaquo › bull • dagger † Dagger ‡ permil ‰ prime ′ Prime ″ euro € trade ™ fnof ƒ circ ˆ tilde ˜ OElig Œ oelig œ Scaron Š scaron š Zcaron Ž zcaron ž Yuml Ÿ larr ← uarr ↑ rarr → darr ↓ harr ↔ minus − infin ∞ asymp ≈ ne ≠ le ≤ ge ≥ radic √ sum ∑ hearts ♥ spades ♠ clubs ♣ diams ♦ loz ◊ frasl ⁄ ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d lrm \u200e rlm \u200f alpha α beta β gamma γ delta δ epsilon ε lambda λ mu μ pi π sigma σ omega ω Delta Δ Sigma Σ Omega Ω'

const pairs = others.split(' ')
const named = new Map<string, string>([
  ...latin.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
  ...pairs.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, pairs[index + 1] ?? '']] : [])),
])

/** Half of a pair, or no character at all, is left out. */
const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''

/** The entities of XML and HTML. Those that a document defines stay as they are: they would be a way to make it endless. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,9}));/gi, (whole, decimal, hex, name) =>
    name === undefined ? characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)) : (named.get(name) ?? whole),
  )
