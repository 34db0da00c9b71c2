/** Earlier versions made no picture for the card, and stored the thumbnail without a folder of its own. */
const nameWithCard = '/thumbnail.jpg'

export const chosenThumbnailKey = (videoId: string, id: string, hasCard: boolean): string =>
  `videos/${videoId}/thumbnail/${id}${hasCard ? nameWithCard : '.jpg'}`

/** The picture of the card, beside the chosen thumbnail; undefined where there is none. The function chosen_card of the database is the same. */
export const chosenCardKey = (thumbnailKey: string): string | undefined =>
  thumbnailKey.endsWith(nameWithCard) ? `${thumbnailKey.slice(0, -nameWithCard.length)}/card.webp` : undefined
