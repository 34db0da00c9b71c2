import { type StatisticsPeriod, statisticsPeriods } from '@video-forge/contract/rules/play-rules'

export const periodNames: Record<StatisticsPeriod, string> = { '7': '7 days', '28': '28 days', '90': '90 days', all: 'All time' }

export const periodOptions = statisticsPeriods.map((period) => periodNames[period])

export const periodNamed = (name: string): StatisticsPeriod => statisticsPeriods.find((period) => periodNames[period] === name) ?? '28'
