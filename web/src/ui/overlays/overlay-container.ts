import { createContext } from 'react'

/** Where menus, tooltips and dialogs are placed. In full screen, only what is inside the element that fills the screen can be seen. */
export const OverlayContainer = createContext<HTMLElement | null>(null)
