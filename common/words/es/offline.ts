/** Texts of the pages that open offline, in Spanish. */
import type { Catalogue } from '../catalogues.ts'

export const offline: Catalogue['offline'] = {
  keep: 'Guardar en este dispositivo',
  keepHow: 'Se abre sin conexión. Guárdelo solo en un dispositivo propio.',
  kept: 'Guardado en este dispositivo: se abre sin conexión.',
  remove: 'Quitar de este dispositivo',
  failed: 'No se pudo guardar. Compruebe la conexión e inténtelo de nuevo.',
  safari:
    'En una pestaña, Safari olvida lo guardado tras siete días sin visitas. Añada esta página a la pantalla de inicio o guarde el PDF de su entrada.',
  safariWallet: 'En una cartera también se conserva.',
  asOf: (when) => `Actualizado: ${when}`,
  keptNote: 'Guardado en este dispositivo. Puede haber cambiado desde entonces.',
  title: 'Sin conexión',
  lead: 'Esta página no se había abierto en este dispositivo, o necesita el servicio.',
  list: 'Lo que se abre sin conexión',
  nothing: 'Aún nada. Los festivales que abra y las entradas que guarde estarán aquí.',
}
