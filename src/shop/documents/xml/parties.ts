/** Seller and buyer as CII (BG-4, BG-7). */
import type { Buyer, Seller } from '../model/document.ts'
import { element, textElement } from './elements.ts'

export const sellerParty = (seller: Seller): string =>
  element(
    'ram:SellerTradeParty',
    // BR-CO-26 needs an identifier that buyers' systems go by. A tax number alone is none.
    textElement('ram:ID', seller.vatId === null ? seller.taxNumber : null),
    textElement('ram:Name', seller.name),
    element(
      'ram:DefinedTradeContact',
      textElement('ram:PersonName', (seller.email ?? seller.phone) ? seller.name : null),
      telephone(seller.phone),
      element('ram:EmailURIUniversalCommunication', textElement('ram:URIID', seller.email)),
    ),
    address(seller),
    endpoint(seller.email, 'EM'),
    registration(seller.vatId, 'VA'),
    registration(seller.taxNumber, 'FC'),
  )

export const buyerParty = (buyer: Buyer): string =>
  element(
    'ram:BuyerTradeParty',
    textElement('ram:Name', buyer.company ?? buyer.name),
    element(
      'ram:DefinedTradeContact',
      textElement('ram:PersonName', buyer.company === null ? null : buyer.name),
    ),
    address(buyer),
    buyer.leitwegId === null ? endpoint(buyer.email, 'EM') : endpoint(buyer.leitwegId, '0204'),
    registration(buyer.vatId, 'VA'),
  )

const telephone = (number: string | null) =>
  element('ram:TelephoneUniversalCommunication', textElement('ram:CompleteNumber', number))

type Address = Pick<Buyer, 'street' | 'postcode' | 'city' | 'country'>
const address = ({ street, postcode, city, country }: Address) =>
  element(
    'ram:PostalTradeAddress',
    textElement('ram:PostcodeCode', postcode),
    textElement('ram:LineOne', street),
    textElement('ram:CityName', city),
    textElement('ram:CountryID', country),
  )

/** Returns an electronic address (BT-34, BT-49) with its scheme of CEF's list EAS. */
const endpoint = (id: string | null, scheme: 'EM' | '0204') =>
  element('ram:URIUniversalCommunication', textElement('ram:URIID', id, `schemeID="${scheme}"`))

const registration = (id: string | null, scheme: 'VA' | 'FC') =>
  element('ram:SpecifiedTaxRegistration', textElement('ram:ID', id, `schemeID="${scheme}"`))
