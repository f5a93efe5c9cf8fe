import { adminTexts } from './admin.ts';
import { documentTexts } from './documents.ts';
import { employeeTexts } from './employee.ts';
import { kioskTexts } from './kiosk.ts';
import { laterTexts } from './later.ts';
import { letterTexts } from './letters.ts';
import { publicTexts } from './public.ts';
import { serverTexts } from './server.ts';

export const catalogue = {
  public: publicTexts,
  employee: employeeTexts,
  later: laterTexts,
  admin: adminTexts,
  kiosk: kioskTexts,
  server: serverTexts,
  letters: letterTexts,
  documents: documentTexts,
};
