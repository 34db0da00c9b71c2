/** A name or address as it counts for uniqueness: without regard to case or to another way of writing the same letters. */
export const identityKey = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
