/** Samples a second that detector and recogniser are made for. */
export const speechRate = 16_000
