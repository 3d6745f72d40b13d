/**
 * The names of cities in other languages, by the code of their country. A table of our own: `Intl` names countries alone, and
 * the lists of GeoNames and of CLDR's time zones have thousands of cities of one name, or lack Munich, Cologne and Geneva.
 * Spellings with and without accents have one form and stand here once.
 */
import { nameKey } from '#platform/values/names'

const cities: Record<string, string> = {
  AE: 'Dubai, Dubái, Dubaï; Abu Dhabi, Abou Dabi',
  AL: 'Tirana, Tiranë',
  AT: 'Wien, Vienna, Vienne, Viena, Bécs, Vídeň; Salzburg, Salzbourg, Salzburgo, Salisburgo; Linz; Innsbruck; Graz',
  BE: 'Brussel, Bruxelles, Brussels, Brüssel, Bruselas; Antwerpen, Antwerp, Anvers, Amberes, Anversa; Gent, Ghent, Gand, Gante; Brugge, Bruges, Brügge, Brujas; Liège, Luik, Lüttich, Lieja, Liegi; Leuven, Louvain, Löwen, Lovaina, Lovanio; Mechelen, Malines',
  BG: 'София, Sofia, Sofía; Варна, Varna; Пловдив, Plovdiv',
  CH: 'Genève, Geneva, Genf, Ginebra, Ginevra; Zürich, Zurich, Zúrich, Zurigo; Basel, Bâle, Basle, Basilea; Bern, Berne, Berna; Luzern, Lucerne, Lucerna; Lausanne, Lausana, Losanna; St. Gallen, Sankt Gallen, Saint-Gall, San Gallo; Fribourg, Freiburg im Üechtland; Neuchâtel, Neuenburg; Sion, Sitten',
  CN: '北京, Beijing, Peking, Pékin, Pekín, Pechino; 上海, Shanghai, Schanghai; 香港, Hong Kong, Hongkong',
  CY: 'Λευκωσία, Nicosia, Nikosia, Nicosie; Λεμεσός, Limassol',
  CZ: 'Praha, Prague, Prag, Praga; Brno, Brünn; Plzeň, Pilsen; Ostrava, Ostrau',
  DE: 'München, Munich, Múnich, Monaco di Baviera; Köln, Cologne, Colonia; Berlin, Berlín, Berlino; Hamburg, Hambourg, Hamburgo, Amburgo; Frankfurt, Francfort, Fráncfort, Francoforte, Frankfurt am Main; Nürnberg, Nuremberg, Núremberg, Norimberga; Aachen, Aix-la-Chapelle, Aquisgrán, Aquisgrana; Braunschweig, Brunswick; Hannover, Hanover, Hanovre; Dresden, Dresde, Dresda; Leipzig, Lipsia; Mainz, Mayence, Maguncia, Magonza; Trier, Trèves, Tréveris, Treviri; Düsseldorf; Bremen, Brême; Freiburg im Breisgau, Freiburg, Fribourg-en-Brisgau, Friburgo; Regensburg, Ratisbonne, Ratisbona; Stuttgart, Stoccarda; Koblenz, Coblence; Lübeck, Lubecca',
  DK: 'København, Copenhagen, Kopenhagen, Copenhague, Copenaghen, Köpenhamn; Aarhus, Århus; Helsingør, Elsinore, Helsingör; Aalborg, Ålborg; Odense',
  EE: 'Tallinn, Tallin, Reval; Tartu, Dorpat',
  EG: 'القاهرة, Cairo, Kairo, Le Caire, El Cairo; الإسكندرية, Alexandria, Alexandrie, Alejandría, Alessandria d’Egitto',
  ES: 'Sevilla, Seville, Séville, Siviglia; Zaragoza, Saragossa, Saragosse, Saragozza; Barcelona, Barcelone, Barcellona; Donostia, San Sebastián, Saint-Sébastien; Bilbao, Bilbo; Valencia, València, Valence; Vitoria-Gasteiz, Vitoria, Gasteiz; A Coruña, La Coruña, Corunna, La Corogne; Iruña, Pamplona, Pampelune; Palma de Mallorca, Palma; Granada, Grenade; Córdoba, Cordova, Cordoue; Cádiz, Cadiz, Cadix, Cadice; Eivissa, Ibiza; Girona, Gerona, Gérone',
  FI: 'Helsinki, Helsingfors; Turku, Åbo; Tampere, Tammerfors',
  FR: 'Paris, París, Parigi; Lyon, Lyons, Lione; Marseille, Marseilles, Marsella, Marsiglia; Strasbourg, Straßburg, Estrasburgo, Strasburgo; Nice, Nizza, Niza; Bordeaux, Burdeos; Toulouse, Tolosa; Avignon, Aviñón, Avignone; Lille, Rijsel; Dunkerque, Dunkirk, Dünkirchen; Mulhouse, Mülhausen; Bastia; Bayonne, Baiona; Reims, Rheims; Grenoble; Cannes',
  GB: 'London, Londres, Londra; Edinburgh, Édimbourg, Edimburgo, Dùn Èideann; Cardiff, Caerdydd; Glasgow, Glaschu; Canterbury, Cantorbéry; Swansea, Abertawe; Belfast, Béal Feirste; Derry, Londonderry',
  GE: 'თბილისი, Tbilisi, Tiflis, Tbilissi; ბათუმი, Batumi',
  GR: 'Αθήνα, Athens, Athen, Athènes, Atenas, Atene; Θεσσαλονίκη, Thessaloniki, Thessalonique, Tesalónica, Salonicco, Saloniki; Πάτρα, Patras, Patra; Κέρκυρα, Corfu, Korfu, Corfou; Ρόδος, Rhodes, Rhodos, Rodas, Rodi',
  HR: 'Dubrovnik, Ragusa; Rijeka, Fiume; Split, Spalato; Zadar, Zara; Pula, Pola; Zagreb, Agram, Zagabria; Šibenik, Sibenik, Sebenico',
  HU: 'Budapest, Budapeszt, Budapešť; Pécs, Fünfkirchen; Szeged, Szegedin; Sopron, Ödenburg',
  IE: 'Dublin, Baile Átha Cliath, Dublín, Dublino; Cork, Corcaigh; Galway, Gaillimh; Limerick, Luimneach',
  IL: 'ירושלים, Jerusalem, Jérusalem, Jerusalén, Gerusalemme; תל אביב, Tel Aviv; חיפה, Haifa, Haïfa',
  IN: 'Mumbai, Bombay, मुंबई; Kolkata, Calcutta, Kalkutta, কলকাতা; Chennai, Madras; Bengaluru, Bangalore; दिल्ली, Delhi, New Delhi, Neu-Delhi',
  IS: 'Reykjavík, Reykjavik; Akureyri',
  IT: 'Roma, Rome, Rom, Řím; Milano, Milan, Mailand, Milán; Venezia, Venice, Venedig, Venise, Venecia; Firenze, Florence, Florenz, Florencia; Napoli, Naples, Neapel, Nápoles; Torino, Turin, Turín; Genova, Genoa, Genua, Gênes, Génova; Bologna, Bolonia, Bologne; Padova, Padua, Padoue; Mantova, Mantua, Mantoue; Siracusa, Syracuse, Syrakus; Bolzano, Bozen; Trento, Trient, Trente; Merano, Meran; Trieste, Triest, Trst; Palermo, Palerme; Perugia, Pérouse; Livorno, Leghorn, Livourne; Lucca, Lucques; Verona, Vérone; Ferrara, Ferrare; Ravenna, Ravenne; Siena, Sienne; Taranto, Tarent',
  JP: '東京, Tokyo, Tokio, Tōkyō; 大阪, Osaka, Ōsaka; 京都, Kyoto, Kioto; 札幌, Sapporo; 横浜, Yokohama; 名古屋, Nagoya; 福岡, Fukuoka; 広島, Hiroshima; 神戸, Kobe; 湯沢, Yuzawa',
  KR: '서울, Seoul, Séoul, Seúl; 부산, Busan, Pusan; 인천, Incheon',
  LB: 'بيروت, Beirut, Beyrouth',
  LT: 'Vilnius, Wilna, Wilno, Vilna; Kaunas, Kowno; Klaipėda, Memel',
  LU: 'Luxembourg, Lëtzebuerg, Luxemburg, Luxemburgo, Lussemburgo; Esch-sur-Alzette, Esch',
  LV: 'Rīga, Riga; Liepāja, Libau',
  MA: 'الرباط, Rabat; مراكش, Marrakech, Marrakesch, Marrakesh; الدار البيضاء, Casablanca; طنجة, Tangier, Tanger, Tánger, Tangeri; فاس, Fes, Fès, Fez; الصويرة, Essaouira',
  MT: 'Valletta, Il-Belt Valletta, La Valette, La Valeta',
  MX: 'Ciudad de México, Mexico City, Mexiko-Stadt, Mexico, Città del Messico',
  NL: 'Den Haag, The Hague, La Haye, La Haya, L’Aia, ’s-Gravenhage; Amsterdam, Ámsterdam; Nijmegen, Nimwegen, Nimègue; Groningen, Groningue, Groninga; Vlissingen, Flushing, Flessingue; ’s-Hertogenbosch, Den Bosch; Leiden, Leyde; Rotterdam, Róterdam',
  NO: 'Oslo; Trondheim, Drontheim; Bergen; Stavanger',
  PL: 'Warszawa, Warsaw, Warschau, Varsovie, Varsovia, Varsavia; Kraków, Cracow, Krakau, Cracovie, Cracovia; Gdańsk, Danzig, Danzica; Wrocław, Breslau, Breslavia; Poznań, Posen; Szczecin, Stettin; Łódź, Lodz; Gdynia, Gdingen; Katowice, Kattowitz; Toruń, Thorn; Lublin; Oświęcim',
  PT: 'Lisboa, Lisbon, Lissabon, Lisbonne, Lisbona; Porto, Oporto; Coimbra, Coïmbre; Funchal; Évora',
  RO: 'București, Bucharest, Bukarest, Bucarest; Cluj-Napoca, Cluj, Klausenburg, Kolozsvár; Sibiu, Hermannstadt; Timișoara, Temeswar, Temesvár; Brașov, Kronstadt; Sighișoara, Schäßburg',
  RS: 'Београд, Beograd, Belgrade, Belgrad, Belgrado; Нови Сад, Novi Sad, Neusatz; Ниш, Niš, Nis; Гуча, Guča',
  RU: 'Москва, Moscow, Moskau, Moscou, Moscú, Mosca; Санкт-Петербург, Saint Petersburg, St Petersburg, Sankt Petersburg, Saint-Pétersbourg, San Petersburgo, San Pietroburgo, Petersburg; Казань, Kazan, Kasan; Екатеринбург, Yekaterinburg, Jekaterinburg',
  SE: 'Göteborg, Gothenburg, Gotemburgo; Stockholm, Estocolmo, Stoccolma; Malmö; Umeå; Norrköping; Helsingborg, Hälsingborg',
  SI: 'Ljubljana, Laibach, Lubiana, Liubliana; Maribor, Marburg an der Drau; Koper, Capodistria; Piran, Pirano',
  SK: 'Bratislava, Pressburg, Pozsony, Presbourg; Košice, Kaschau; Trenčín, Trencin; Prešov',
  TN: 'تونس, Tunis, Túnez, Tunisi; قرطاج, Carthage, Karthago, Cartago',
  TR: 'İstanbul, Istanbul, Estambul, Konstantinopel, Constantinople; İzmir, Izmir, Smyrna, Esmirna, Smirne; Ankara',
  UA: 'Київ, Kyiv, Kiev, Kiew; Львів, Lviv, Lwów, Lemberg, Leópolis, Leopoli; Одеса, Odesa, Odessa; Харків, Kharkiv, Charkiw, Kharkov',
  US: 'New York, New York City, Nueva York, Nuova York; New Orleans, La Nouvelle-Orléans, Nueva Orleans; Philadelphia, Philadelphie, Filadelfia',
  VN: 'Hà Nội, Hanoi, Hanói; Thành phố Hồ Chí Minh, Ho Chi Minh City, Ho-Chi-Minh-Stadt, Hô-Chi-Minh-Ville, Saigon',
  ZA: 'Cape Town, Kaapstad, Kapstadt, Le Cap, Ciudad del Cabo, Città del Capo',
}

type City = { country: string; names: string[] }

let citiesByKey: Map<string, City[]> | undefined

/**
 * Returns the names in other languages of the cities that a text has: `Munich` for `80331 München`. A city counts in its
 * own country alone, and where none is known: Vienna in Virginia is not Wien.
 * @param country the code of a country
 */
export function cityNames(text: string, country: string | undefined): string[] {
  citiesByKey ??= readCities()
  const known = citiesByKey
  return partsOf(text)
    .flatMap((part) => known.get(nameKey(part)) ?? [])
    .filter((city) => country === undefined || city.country === country)
    .flatMap(({ names }) => names)
}

/** Returns a text, and its parts between commas, brackets and slashes, without the number of a district. */
const partsOf = (text: string) =>
  [...new Set([text, ...text.split(/[,;(){}/|·–]| - /)])]
    .map((part) => part.replace(/^[\s\p{Lu}-]*\d[\d\s-]*(?:\p{Lu}{2}\s)?|[\d\s]+$/gu, '').trim())
    .filter((part) => part !== '')

function readCities(): Map<string, City[]> {
  const found = new Map<string, City[]>()
  for (const [country, list] of Object.entries(cities)) {
    for (const city of list.split('; ')) {
      const names = city.split(', ')
      for (const key of new Set(names.map(nameKey))) {
        found.set(key, [...(found.get(key) ?? []), { country, names }])
      }
    }
  }
  return found
}
