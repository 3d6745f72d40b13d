import { type Planted, plantedInSales } from './planted-in-sales.ts'
import { plantedInService } from './planted-in-service.ts'

/** The bugs that the harnesses must find. */
export const planted: Record<string, Planted> = { ...plantedInSales, ...plantedInService }
