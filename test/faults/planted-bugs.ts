import { plantedInSales } from './planted-in-sales.ts'
import { plantedInService } from './planted-in-service.ts'

/** A bug as a change of one source file: what is right there, and what is wrong. */
export type Planted = { file: string; right: string; wrong: string }

/** The bugs that the harnesses must find. */
export const planted: Record<string, Planted> = { ...plantedInSales, ...plantedInService }
