const key = 'video_forge_provider'

/** Whose pages the browser is sent to, for the page that it comes back to. */
export function rememberProvider(name: string): void {
  try {
    sessionStorage.setItem(key, name)
  } catch {
    // Without storage the page says Google.
  }
}

export function rememberedProvider(): string {
  try {
    return sessionStorage.getItem(key) ?? 'Google'
  } catch {
    return 'Google'
  }
}
