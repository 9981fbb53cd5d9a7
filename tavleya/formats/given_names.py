"""Common given names that are rarely family names, in Latin letters; compared by sound (`names.sounds`)."""

GIVEN_NAMES = """
aaron abigail adam adrian agnes agnieszka ahmad ahmed aisha alan albert alejandro aleks aleksandar aleksander
aleksandr aleksandra aleksei aleksej aleksey alena alessandro alex alexander alexandra alexandre alexei alexey
alfred ali alice alicia alina alisa alla amanda amelia amir ana anastasia anastasiya anatoliy anatoly anders andre
andrea andreas andrei andrej andres andrew andrey andriy andrzej anete angelina anil anish anita anja ann anna anne
annika anthony antoine anton antonina antonio arina arjun arkadiy arkady arne arsen arseny artem artemiy arthur
artur arvind ashley astrid aurelie ava axel barbara bartosz bas beatrice ben benjamin bernard bernd bettina birgit
bjorn bogdan boris brandon brian bridget bruno caitlin camille carl carla carlos carmen caroline catarina caterina
catherine cecilia celine charles charlotte chloe chris christian christina christine christoph christopher claire
clara claudia colin connor cornelia craig cristian cristina cynthia daan damian dan daniel daniela danil danila
danylo daria dariya darren darya dave david deborah denis denys derek diana diego dieter dmitri dmitriy dmitry
dmytro dominik donald dorothy douglas duncan edgar eduard eduardo edward ekaterina elena eleonora elias elif
elisabeth eliza elizabeth ella ellen emanuel emil emilia emily emma emmanuel enrique eric erica erik ernst esther
ethan eugene eva evan evelyn evgenia evgenii evgeniy evgeny fabian fabio farid fatima federico felix femke fernando
filip florian frances francesca francesco francisco franck frank franz fred frederic frederik friedrich gabriel
gabriela galina gareth gary gemma geoffrey george georgiy georgy gerard gerhard giovanni giulia gleb gloria grace
graham greg gregory grigory grzegorz guillaume gunter gustav hakan hana hannah hans harold harriet harry hasan
hassan heather heidi heike heinrich helen helena helga hendrik henri henrik henry herbert hermann hiroshi holly hugo
ian ibrahim ida ignacio igor ilia iliya ilya ina ines inga ingrid inna ioana irena irene irina iris isaac isaak
isabel isabella ivan ivana ivo iwona jack jacob jacqueline jaime jakob jakub james jan jana jane janet jaroslav
jaroslaw jason jasper javier jean jeanne jeff jeffrey jelena jelle jennifer jeremy jerome jerzy jesper jessica jill
jim joan joanna joao jochen joe johan johann johannes john johnny jolanta jon jonas jonathan jordi jorg jorge jose
josef joseph joshua jozef juan judit judith julia julian julie jurgen justin justyna kai karel karen kari karin karl
karolina kasper katarina katarzyna kate katerina katharina katherine kathleen kathryn katja katrin kaya keith kelly
kenneth kerstin kevin kiran kirill klaus konrad konstantin kristian kristin kristina krzysztof ksenia kyle lars
laszlo laura lauren laurent lena leo leon leonardo leonid leonie lev liam lidia lilia lillian lily linda lisa ljubov
lorenzo louis louise luc luca lucas lucia lucie ludmila luis luisa lukas lukasz luke lydia lyudmila maarten maciej
madeleine magda magdalena magnus mahmoud maksim maksym malgorzata manfred manuel manuela marc marcel marcin marco
marek margaret margarita maria mariam marian marie marija marina mario marion marius mariya marjan mark markus
marlene marta martha martina mary maryam mateusz mathieu mathilde matteo matthew matthias matthijs maurice mauro max
maxim maxime maximilian megan mehmet melanie melissa mercedes michael michaela michal michel michele michelle miguel
mihai mihail mikael mikhail mikolaj mila milan milena milos mina miriam mohamed mohammad mohammed moritz muhammad
mustafa mykhailo mykola nadezhda nadia naomi natalia natalie nataliya natasha nathalie nathan neil nelly nicholas
nick nicola nicolas nicole niels nigel nikita niklas nikola nikolai nikolas nikolay nils nina noah noemi noor nora
norbert oksana ola olaf oleg oleh oleksandr oleksiy olena olga oliver olivia olivier omar oscar oskar otto pablo
pamela paola paolo pascal patricia patrick paulina paulo pavel pavlo pawel pedro peggy per pernille petar peter petr
petra philip philipp phillip pierre pieter pilar piotr polina pradeep priya przemyslaw rachel radoslaw rafael rafal
raj rajesh ralf ramon raquel rasmus raul ravi rebecca reinhard renata rene ricardo richard rita robert roberto robin
rodrigo roger roland rolf roman ronald ronny rory rosa rosemary ross rostislav ruben rudolf ruslan russell ruth ryan
sabina sabine sally salvatore samantha samir samuel sander sandra sanjay santiago sara sarah sebastian sergei sergej
sergey sergio serhiy shannon sharon sheila simon simone siobhan sofia sofie sonia sophia sophie stanislav stefan
stefania stefano steffen sten stephan stephane stephanie stephen steve steven stuart susan susanna susanne suzanne
sven svetlana svitlana sylvia sylvie tamara tania tanja taras tatiana tatyana ted teresa tetiana thea theo theodor
theresa therese thierry thijs thorsten tiago tim timo timofei timothy tobias todd tom tomas tomasz tommy toni tony
torsten tracy trevor tristan ulrich ulrike ursula valentin valentina valeria valeriy valery vanessa vasiliy vasily
vasyl vera veronica veronika victor victoria vikram viktor viktoria vincent vincenzo viola violetta virginia vitaliy
vitaly vivian vlad vladimir vladislav vladyslav volodymyr vyacheslav walter wendy werner wiktor willem william
wojciech wolfgang xavier yana yannick yaroslav yelena yevgeny yevhen yulia yuliya yuri yuriy yusuf yves yvonne
zachary zbigniew zoe zoltan zuzanna
"""
