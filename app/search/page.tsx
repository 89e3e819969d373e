import type { Metadata } from 'next';
import { SearchScreen } from '@/components/search/search-screen.tsx';

export const metadata: Metadata = { title: 'Search' };

const SearchPage = () => <SearchScreen />;

export default SearchPage;
