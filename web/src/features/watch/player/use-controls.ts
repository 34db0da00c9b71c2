import { useCallback, useEffect, useRef, useState } from 'react'
import { useCaptions } from './captions/use-captions.ts'
import type { Command } from './keyboard/key-commands.ts'
import { useCommands } from './keyboard/use-commands.ts'
import { useKeyboard } from './keyboard/use-keyboard.ts'
import { useIsFullscreen } from './screen/fullscreen.ts'
import { useTheatre } from './screen/use-theatre.ts'
import { useGestures } from './surface/use-gestures.ts'
import { useIdle } from './surface/use-idle.ts'
import type { Player, PlayerOptions } from './use-player.ts'

/** What a double tap on the left or right of the picture seeks. */
const tapSeconds = 10

/** A server of the previous version sends none. */
const none: readonly never[] = []

/** Everything that people do with a player: keys, clicks, taps, and what is shown for them. */
export function useControls(
  player: Player,
  { video, loops = false, captions: language }: PlayerOptions,
  { hasTheatre }: { hasTheatre: boolean },
) {
  const { element, isPlaying, hasStarted } = player
  const frame = useRef<HTMLDivElement>(null)
  const help = useHelp()
  const [openMenuCount, setOpenMenuCount] = useState(0)
  const captions = useCaptions(video.captions ?? none, language)
  const theatre = useTheatre(hasTheatre)
  const idle = useIdle({ isPlaying, isHeld: openMenuCount > 0 || help.helpOpen })
  const { run, show, feedback, seekByTap } = useCommands({
    element,
    frame,
    toggleTheatre: theatre.toggle,
    toggleCaptions: captions.toggle,
    hasCaptions: captions.list.length > 0,
    showHelp: help.showHelp,
  })
  const runAndShow = useCallback(
    (command: Command) => {
      const text = run(command)
      if (text) show({ text })
    },
    [run, show],
  )
  const shortcuts = useKeyboard(runAndShow)
  useGestures(element, {
    onClick: () => runAndShow({ kind: 'toggle' }),
    onDoubleClick: () => run({ kind: 'fullscreen' }),
    onTap: () => (hasStarted ? idle.toggle() : run({ kind: 'toggle' })),
    onDoubleTap: (side, count) => {
      if (side === 'middle') return run({ kind: 'fullscreen' })
      // The first tap has changed what is shown; the second one undoes that.
      if (count === 1) idle.toggle()
      seekByTap(side === 'right' ? tapSeconds : -tapSeconds, count * tapSeconds * (side === 'right' ? 1 : -1))
    },
  })
  return {
    frame,
    captions,
    isTheatre: theatre.isTheatre,
    hasTheatre,
    isFullscreen: useIsFullscreen(frame),
    isIdle: idle.isIdle,
    frameHandlers: idle.handlers,
    run,
    show,
    feedback,
    shortcuts,
    ...help,
    /** Menus keep the controls visible. */
    onMenu: useCallback((isOpen: boolean) => setOpenMenuCount((count) => count + (isOpen ? 1 : -1)), []),
    loop: useLoop(element, loops),
  }
}

export type Controls = ReturnType<typeof useControls>

function useLoop(element: Player['element'], isFirstOn: boolean) {
  const [isOn, setIsOn] = useState(isFirstOn)
  useEffect(() => {
    if (element.current) element.current.loop = isOn
  }, [element, isOn])
  return { isOn, toggle: () => setIsOn(!isOn) }
}

function useHelp() {
  const [helpOpen, setHelpOpen] = useState(false)
  const helpOpener = useRef<HTMLElement>(null)
  const showHelp = useCallback((opener?: HTMLElement | null) => {
    const focused = document.activeElement
    helpOpener.current = opener ?? (focused instanceof HTMLElement ? focused : null)
    setHelpOpen(true)
  }, [])
  return {
    helpOpen,
    setHelpOpen,
    showHelp,
    /** Gets the focus back when the list of keys is closed. */
    helpOpener,
  }
}
