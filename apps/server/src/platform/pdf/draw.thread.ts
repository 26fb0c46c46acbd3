import { doWork } from '#platform/pools/thread-work.ts';
import { drawPdf } from './draw.ts';

doWork(drawPdf);
