// Runs before the first paint, so that a stored theme never flashes. Same key as in src/ui/theme/theme.ts.
try {
  const theme = localStorage.getItem('video_forge_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the system's preference applies.
}
