// Runs before the first paint, so that a remembered theme never flashes. The key is the one of src/ui/theme.ts.
try {
  const theme = localStorage.getItem('video_forge_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage can be blocked; the system's preference then decides.
}
