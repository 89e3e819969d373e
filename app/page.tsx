import { redirect } from 'next/navigation';

/** Leads to the sessions until there is an overview. */
const Home = () => redirect('/sessions');

export default Home;
