/** How people want to see captions. */
export const captionSizes = ['small', 'medium', 'large', 'huge'] as const
export const captionBackgrounds = ['solid', 'dim', 'none'] as const

export interface CaptionStyle {
  size: (typeof captionSizes)[number]
  background: (typeof captionBackgrounds)[number]
}

export const defaultCaptionStyle: CaptionStyle = { size: 'medium', background: 'dim' }

export const sizeNames: Record<CaptionStyle['size'], string> = { small: 'Small', medium: 'Medium', large: 'Large', huge: 'Very large' }
export const backgroundNames: Record<CaptionStyle['background'], string> = { solid: 'Black', dim: 'Half-transparent', none: 'None' }

/** Stored values may be edited, so each one is validated. */
export function parseCaptionStyle(value: unknown): CaptionStyle {
  const fields: Partial<Record<keyof CaptionStyle, unknown>> = typeof value === 'object' && value !== null ? value : {}
  return {
    size: captionSizes.find((size) => size === fields.size) ?? defaultCaptionStyle.size,
    background: captionBackgrounds.find((background) => background === fields.background) ?? defaultCaptionStyle.background,
  }
}
