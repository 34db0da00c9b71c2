import { Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { chooseTheme, currentTheme } from './theme.ts'

export function ThemeSwitch() {
  const [theme, setTheme] = useState(currentTheme)
  useEffect(() => {
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    const follow = () => setTheme(currentTheme())
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [])
  const other = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-label={`Switch to ${other} theme`}
      onClick={() => {
        chooseTheme(other)
        setTheme(other)
      }}
    >
      <Icon aria-hidden="true" className="size-[18px]" />
    </Button>
  )
}
