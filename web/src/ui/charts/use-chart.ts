import { type RefObject, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** Reads a colour by its name in tokens.css, with an opacity between 0 and 1. */
export type ReadColor = (token: string, opacity?: number) => string

interface ChartParts {
  data: uPlot.AlignedData
  height: number
  /** Called again when the colours of the page change. Must be stable. */
  options: (color: ReadColor) => Omit<uPlot.Options, 'width' | 'height'>
}

/** Draws a chart into the returned element, as wide as the element, in the colours of the theme. */
export function useChart({ data, height, options }: ChartParts): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours, which are read from the page
  useEffect(() => {
    const element = box.current
    if (!element) return
    const color: ReadColor = (token, opacity = 1) => colorOf(element, token, opacity)
    const chart = new uPlot({ ...options(color), width: element.clientWidth, height }, data, element)
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [data, height, options, theme])
  return box
}

interface AxisParts {
  x: (value: number) => string
  y: (value: number) => string
  /** Where labels of the x axis are, at least this far apart; by default the library chooses. */
  xMarks?: (minDistance: number) => number[]
}

/** Pixels of a character of a label, and beside the longest one. */
const label = { characterWidth: 7, space: 10 }

/** The axes of every chart: quiet labels, and horizontal lines only. The y axis is as wide as its longest label. */
export function axesIn(color: ReadColor, { x, y, xMarks }: AxisParts): uPlot.Axis[] {
  const axis = { stroke: color('--color-muted'), font: '12px Inter Variable, sans-serif', ticks: { show: false } }
  return [
    {
      ...axis,
      grid: { show: false },
      size: 30,
      space: 70,
      values: (_chart, values) => values.map(x),
      ...(xMarks && { splits: (_chart: uPlot, _axis: number, _min: number, _max: number, distance: number) => xMarks(distance) }),
    },
    {
      ...axis,
      grid: { stroke: color('--color-line'), width: 1 },
      size: (_chart, labels) => label.space + label.characterWidth * Math.max(0, ...(labels ?? []).map((text) => text.length)),
      space: 40,
      values: (_chart, values) => values.map(y),
    },
  ]
}

/** A canvas does not resolve CSS variables, so the colour is read from an element. */
function colorOf(element: HTMLElement, token: string, opacity: number): string {
  const before = element.style.color
  element.style.color = opacity === 1 ? `var(${token})` : `color-mix(in srgb, var(${token}) ${opacity * 100}%, transparent)`
  const { color } = getComputedStyle(element)
  element.style.color = before
  return color
}

/** A counter that changes with the page's colours, by the theme switch or the system. */
function useTheme(): number {
  const [theme, setTheme] = useState(0)
  useEffect(() => {
    const change = () => setTheme((count) => count + 1)
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    const chosen = new MutationObserver(change)
    system.addEventListener('change', change)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      system.removeEventListener('change', change)
      chosen.disconnect()
    }
  }, [])
  return theme
}
